[4][22] Good morning.
[22][40] The train|leaves at ten.
