from __future__ import annotations

from tests.accounts.people import opponent, outsider, owner, visiting_guest, visitor

__all__ = ["opponent", "outsider", "owner", "visiting_guest", "visitor"]
