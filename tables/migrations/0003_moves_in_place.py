"""A move changes no index and finds room on its page: PostgreSQL then updates the match's row in its place."""

import django.db.models.deletion
from django.db import migrations, models


def _fill(part):
    def work(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"ALTER TABLE tables_match SET (fillfactor = {part})")

    return work


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0002_turn_mask"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="match", name="match_wake"),
        migrations.RemoveIndex(model_name="match", name="match_bot"),
        migrations.AlterField(
            model_name="record",
            name="match",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="records",
                to="tables.match",
            ),
        ),
        migrations.RunPython(_fill(70), _fill(100)),
    ]
