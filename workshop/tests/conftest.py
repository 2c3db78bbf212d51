"""What the workshop's tests share with the product's: moments of tables, and stand-ins."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "device"))
