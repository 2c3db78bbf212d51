"""All that a household has on its device, in one file, and back from there."""

PLAN = ".restore.json"
"""In the state directory while a restore is carried out: what is to be done (restoring.py)."""

BESIDE = ".restore"
"""The folder there in which a backup is unpacked, and what was there before is put aside."""

ASIDE = "restore-set-aside"
"""How a plan is called, and that folder, which nobody carries out: damaged, or a stranger's."""
