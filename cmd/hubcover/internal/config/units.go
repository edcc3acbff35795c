package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Duration is a time limit; as text "30s", "1h5m", or a bare number of seconds.
type Duration time.Duration

// Set reads the text.
func (d *Duration) Set(s string) error {
	s = strings.TrimSpace(s)
	v, err := time.ParseDuration(s)
	if seconds, e := strconv.ParseFloat(s, 64); e == nil {
		v, err = time.Duration(math.Round(seconds*1e9)), nil
		if !(math.Abs(seconds) < math.MaxInt64/1e9) {
			err = fmt.Errorf("out of range")
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("%q is no duration: write 30s, 5m, 1h30m or a number of seconds", s)
	case v < 0:
		return fmt.Errorf("%q is negative: write 0 for no limit", s)
	}
	*d = Duration(v)
	return nil
}

func (d *Duration) Type() string                { return "duration" }
func (d Duration) String() string               { return time.Duration(d).String() }
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Bytes is an amount of memory; as text "512M", "2GiB", "1.5G" (powers of
// 1024), "2GB" (powers of 1000), or a bare number of bytes.
type Bytes int64

// Set reads the text.
func (b *Bytes) Set(s string) error {
	s = strings.TrimSpace(s)
	digits := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
	unit := strings.ToLower(strings.TrimSpace(s[len(digits):]))
	v, err := strconv.ParseFloat(digits, 64)
	scale, known := units[unit]
	v *= scale
	switch {
	case err != nil || !known || math.IsNaN(v) || v >= math.MaxInt64:
		return fmt.Errorf("%q is no amount of memory: write 512M, 2G or a number of bytes", s)
	case v < 0:
		return fmt.Errorf("%q is negative: write 0 for no limit", s)
	}
	*b = Bytes(v)
	return nil
}

var units = map[string]float64{
	"": 1, "b": 1,
	"k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40,
	"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
	"kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
}

func (b *Bytes) Type() string                { return "size" }
func (b Bytes) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// String writes whole multiples of a power of 1024 with its letter.
func (b Bytes) String() string {
	for _, u := range []struct {
		letter string
		size   Bytes
	}{{"T", 1 << 40}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}} {
		if b >= u.size && b%u.size == 0 {
			return fmt.Sprintf("%d%s", b/u.size, u.letter)
		}
	}
	return strconv.FormatInt(int64(b), 10)
}
