package encode

// All lists the encoders. A new one is a file of its own and a word here.
var All = []Encoder{Cover, CoverPinned, SetCover, Columns, MinSize, Chi, ChiR, Front, FrontPinned}
