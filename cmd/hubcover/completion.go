package main

import (
	"github.com/spf13/cobra"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

func completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "print completions for bash, zsh, fish or powershell",
		Example: `  source <(hubcover completion bash)
  hubcover completion zsh > "${fpath[1]}/_hubcover"
  hubcover completion fish > ~/.config/fish/completions/hubcover.fish`,
		Args:        wants("a shell: bash, zsh, fish or powershell", 1, 1),
		ValidArgs:   shells,
		Annotations: unconfigured,
		RunE: func(cmd *cobra.Command, args []string) error {
			root, w := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(w, true)
			case "zsh":
				return root.GenZshCompletion(w)
			case "fish":
				return root.GenFishCompletion(w, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(w)
			}
			return oneOf("shell", args[0], shells)
		},
	}
}
