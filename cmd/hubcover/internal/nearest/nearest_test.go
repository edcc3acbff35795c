package nearest

import "testing"

func TestWord(t *testing.T) {
	commands := []string{"solve", "decide", "encode", "decode", "verify", "gen", "b", "chi"}
	for _, c := range []struct{ word, want string }{
		{"slove", "solve"}, {"SOLVE", "solve"}, {"sovle", "solve"}, {"decdie", "decide"},
		{"verfiy", "verify"}, {"gne", "gen"}, {"generate", ""}, {"x", ""}, {"", ""}, {"ch", "chi"},
	} {
		if got := Word(c.word, commands); got != c.want {
			t.Errorf("Word(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"ca", "abc", 3}} {
		if got := distance([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := distance([]rune(c.b), []rune(c.a)); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestHint(t *testing.T) {
	if got := Hint("slove", []string{"solve", "gen"}); got != "; did you mean solve?" {
		t.Error(got)
	}
	if got := Hint("qqqqq", []string{"solve", "gen"}); got != "; choose among solve, gen" {
		t.Error(got)
	}
}
