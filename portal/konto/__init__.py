"""What spans apps around a person's account: profile, matches, export, deletion, guest becoming user, sessions."""
