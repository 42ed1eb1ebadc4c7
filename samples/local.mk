# SPDX-License-Identifier: MIT
# samples/local.mk - teaching examples: each a folder with sources, a README
# and the output that running it gives.

EXTRA_DIST += %D%/hello
