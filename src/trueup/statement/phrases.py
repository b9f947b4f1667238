"""Words by which sentences join what they state."""

from __future__ import annotations

#: a word that says which way a change goes
CHANGE = (
    r"(?:faster|slower|quicker|cheaper|dearer|more|less|fewer|larger|bigger|smaller|higher|lower|longer|shorter|better"
    r"|worse|increase|decrease|reduction|rise|drop|fall|growth|gain|loss|improvement|regression|savings?|saved"
    r"|speed-?up|slow-?down|decline|jump|cut|change|difference)(?!\w)"
)
#: words that are read over before what is stated
FILL = r"(?:(?:an?|or|about|around|roughly|nearly|some|i\.e\.,?|that is,?|which is|is|for|down|up|by) +)*"
#: between the operands and what is said of them
JOIN = rf" *(?:\(|,|;|:|=|—|–|→) *(?:so +)?{FILL}| +(?:is|makes|gives|by|or) +{FILL}"
#: behind what is stated, where the clause ends there
STOP = r" *(?:$|[).,;:!?\]—])"
