package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/hubcover/hubcover/cmd/hubcover/internal/manual"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "write the manual pages into a folder",
		Example: `  hubcover man ./man1
  man -l ./man1/hubcover-solve.1`,
		Args:        wants("a folder to write to", 1, 1),
		Annotations: unconfigured,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return fmt.Errorf("the folder for the pages: %w", err)
			}
			for _, page := range manual.Pages(cmd.Root()) {
				if err := writeFile(filepath.Join(args[0], page.Name), page.Text); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
