package check

import (
	"errors"
	"fmt"
	"strconv"
)

func (j *judge) feasible(c Claim) {
	hubs, colors, err := c.room()
	if err == nil {
		err = j.attained(hubs, colors, c.Witness)
	}
	j.say("feasible "+pair(hubs, colors), "a hub extension", err)
}

// attained checks that a witness has at most so many hubs and colours.
func (j *judge) attained(maxHubs, maxColors int, witness string) error {
	hubs, err := readMember(j, witness, parseHubs)
	if err != nil {
		return err
	}
	test := func() error { return Extension(j.rel, hubs, maxHubs, maxColors) }
	if maxColors == Unbounded {
		return test()
	}
	return j.colored(test)
}

func (j *judge) infeasible(c Claim) {
	hubs, colors, err := c.room()
	if err == nil && c.By == nil {
		err = malformed("no \"by\"")
	}
	if err != nil {
		j.say("infeasible "+pair(hubs, colors), "", err)
		return
	}
	v, err := j.k.Refute(j.rel, hubs, colors, *c.By)
	j.say("infeasible "+pair(hubs, colors), describe(*c.By, v.Facts), err)
}

// room gives hubs and colours that a claim speaks of.
func (c Claim) room() (hubs, colors int, err error) {
	if c.Room == nil {
		return Unbounded, Unbounded, malformed("neither hubs nor colours are named")
	}
	if hubs, err = bounded(c.Room.Hubs); err == nil {
		colors, err = bounded(c.Room.Colors)
	}
	return hubs, colors, err
}

func bounded(n *int) (int, error) {
	switch {
	case n == nil:
		return Unbounded, nil
	case *n < 0:
		return 0, malformed("a negative number")
	}
	return *n, nil
}

// pair writes hubs and colours, ∞ where unbounded.
func pair(hubs, colors int) string {
	s := func(n int) string {
		if n == Unbounded {
			return "∞"
		}
		return strconv.Itoa(n)
	}
	return "(" + s(hubs) + "," + s(colors) + ")"
}

// front checks a whole Pareto front: its points are attained, and the corners
// between and beyond them, which are computed here from the points, are not.
func (j *judge) front(points []Point, corners []Corner) {
	if err := staircase(points); err != nil {
		j.say("front", "", err)
		return
	}
	all := true
	text := ""
	for _, p := range points {
		at := pair(p.Hubs, p.Colors)
		text += " " + at
		all = j.say("front point "+at, "a hub extension", j.attained(p.Hubs, p.Colors, p.Witness)) && all
	}
	want := cornersOf(points)
	for i, at := range want {
		claim := "front corner " + pair(at[0], at[1])
		by, err := cornerBy(corners, i, at)
		if err != nil {
			all = j.say(claim, "", err) && all
			continue
		}
		v, err := j.k.Refute(j.rel, at[0], at[1], by)
		all = j.say(claim, describe(by, v.Facts), err) && all
	}
	if len(corners) > len(want) {
		all = j.say("front", "", fmt.Errorf("%d corners are named, the points have %d", len(corners), len(want)))
	}
	if all {
		j.say("front ="+text, fmt.Sprintf("%d points and %d corners", len(points), len(want)), nil)
	}
}

// staircase wants hubs ascending and colours descending.
func staircase(points []Point) error {
	if len(points) == 0 {
		return malformed("no points")
	}
	for i, p := range points {
		switch {
		case p.Hubs < 0 || p.Colors < 0:
			return malformed("a negative number")
		case i > 0 && (p.Hubs <= points[i-1].Hubs || p.Colors >= points[i-1].Colors):
			return errors.New("hubs do not ascend, or colours do not descend, at " + pair(p.Hubs, p.Colors))
		}
	}
	return nil
}

// cornersOf gives the maximal pairs that no point of the staircase allows. A
// pair with a negative coordinate excludes nothing and is left out.
func cornersOf(points []Point) (corners [][2]int) {
	first, last := points[0], points[len(points)-1]
	if first.Hubs > 0 {
		corners = append(corners, [2]int{first.Hubs - 1, Unbounded})
	}
	for i := range points[1:] {
		corners = append(corners, [2]int{points[i+1].Hubs - 1, points[i].Colors - 1})
	}
	if last.Colors > 0 {
		corners = append(corners, [2]int{Unbounded, last.Colors - 1})
	}
	return corners
}

// cornerBy finds what refutes the i-th corner.
func cornerBy(corners []Corner, i int, at [2]int) (By, error) {
	if i >= len(corners) {
		return By{}, errors.New("nothing refutes it")
	}
	hubs, err := bounded(corners[i].Hubs)
	if err != nil {
		return By{}, err
	}
	colors, err := bounded(corners[i].Colors)
	if err == nil && (hubs != at[0] || colors != at[1]) {
		err = fmt.Errorf("the corner named in its place is %s", pair(hubs, colors))
	}
	return corners[i].By, err
}
