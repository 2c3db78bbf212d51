"""Everything that a household has on its device in one file, and restoring it."""

PLAN = ".restore.json"
"""In the state directory during a restore: the plan of what has to be done (restoring.py)."""

RESTORE_FOLDER = ".restore"
"""The folder there in which a backup is unpacked, and earlier files are put aside."""

ASIDE = "restore-set-aside"
"""The new names of a plan that can't be carried out (damaged, or a stranger's) and of its
folder."""
