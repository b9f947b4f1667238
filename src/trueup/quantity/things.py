"""The closed list of counted things."""

from __future__ import annotations

# Singular; plural where it isn't the singular with an s; further names after a colon.
_LIST = """
tok: token, tokens, toks
step
layer
test
key
node
row
column
cell
run
file
line
granule
head
thread
core
call
expert
block
tensor
operator: op, ops
weight
initializer
read
write
sample
page
request
batch, batches
iteration: iter, iters
kernel
element: elem, elems
parameter: param, params
character: char, chars
word
claim
figure
verdict
verifier
commit
host
device
gpu: gpus, GPU, GPUs
cpu: cpus, CPU, CPUs
process, processes
group
slot
bias, biases
norm
scale
cache
sequence: seq, seqs
prompt
user
model
image
frame
entry, entries
handle
segment
partition
case
example
sentence
branch, branches
function
module
class, classes
package
document: doc, docs
warning
error
failure
finding
item
record
query, queries
edge
graph
buffer
stream
task
worker
socket
level
stage
feature
channel
scenario
round
pass, passes
hit
miss, misses
partial
launch, launches
allocation
matrix, matrices
vector
flag
replicate
transfer
copy, copies
tile
warp
lane
seam
excursion
repeat
benchmark
regression
table
label
input
output
consumer
message
event
packet
link
port
bank
rank
cycle
instruction
"""

_JOINING = """
a an and are as at by each every few fewer for from half if in is less minus more no not of off on or out over
per percent percentage plus than that the times to under was were with without
"""

MULTIPLES = ("dozen", "hundred", "thousand", "million", "billion", "trillion")
#: What stands before a unit; before a counted thing (“10K tokens”) it multiplies, too.
PREFIXES = ("k", "K", "M", "G", "T", "P", "mn", "bn")
#: a word that says more than what is counted: reading over it would change the number
TELLING = frozenset([*_JOINING.split(), *MULTIPLES, *PREFIXES])


def _read(listing: str) -> tuple[dict[str, str], dict[str, str]]:
    names: dict[str, str] = {}
    plurals: dict[str, str] = {}
    for line in listing.split("\n"):
        forms, _, others = line.partition(":")
        singular, _, plural = forms.partition(",")
        if not singular:
            continue
        plurals[singular] = plural.strip() or f"{singular}s"
        for name in (singular, plurals[singular], *others.split(",")):
            if name.strip():
                names[name.strip()] = singular
    plurals["tok"] = "tok"  # as it is written: 15 tok
    return names, plurals


#: every name of a counted thing -> the name that stands in dimensions
#: the name in dimensions -> what is written after a number other than one
THINGS, PLURALS = _read(_LIST)


def thing(word: str) -> str | None:
    """The counted thing that a word names, capital letters aside, or None."""
    return THINGS.get(word) or THINGS.get(word.lower())
