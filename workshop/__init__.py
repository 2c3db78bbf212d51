"""What measures, draws, trains and proves, called by script/. The product imports none of it."""
