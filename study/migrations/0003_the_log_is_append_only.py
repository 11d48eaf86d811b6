"""Let the database itself refuse to change the log, whoever asks.

SQLite refuses changes only: emptying its test database deletes rows. PostgreSQL refuses both.
"""

from django.db import migrations

POSTGRESQL = [
    """
    CREATE FUNCTION study_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the log is append-only'; END $$
    """,
    """
    CREATE TRIGGER study_auditentry_append_only BEFORE UPDATE OR DELETE ON study_auditentry
    FOR EACH ROW EXECUTE FUNCTION study_refuse_change()
    """,
]
SQLITE = [
    """
    CREATE TRIGGER study_auditentry_append_only BEFORE UPDATE ON study_auditentry
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
    """,
]


def protect(apps, schema_editor):
    statements = {"postgresql": POSTGRESQL, "sqlite": SQLITE}[schema_editor.connection.vendor]
    for statement in statements:
        schema_editor.execute(statement)


def unprotect(apps, schema_editor):
    on_table = schema_editor.connection.vendor == "postgresql"
    suffix = " ON study_auditentry" if on_table else ""
    schema_editor.execute(f"DROP TRIGGER study_auditentry_append_only{suffix}")
    if on_table:
        schema_editor.execute("DROP FUNCTION study_refuse_change()")


class Migration(migrations.Migration):
    dependencies = [("study", "0002_membership")]
    operations = [migrations.RunPython(protect, unprotect)]
