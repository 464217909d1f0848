import type { Command } from '#features/commands/contract/routes.ts'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { useCommandWords } from './use-command-words.ts'

type Shown = Pick<Command, 'outcome' | 'isAccepted'>

/** How an outcome is drawn, besides its word. */
function look({ outcome }: Shown): readonly [tone: string, icon: IconName] {
  if (outcome === null) return ['waiting', 'clock']
  if (outcome === 'done') return ['done', 'check']
  if (outcome === 'accepted') return ['uncertain', 'check']
  return outcome === 'unanswered' || outcome === 'unclear'
    ? ['uncertain', 'warning']
    : ['failed', 'close']
}

/** The outcome of a command, or that it is under way: a word and a drawing. */
export function Outcome({ command }: { readonly command: Shown }) {
  const words = useCommandWords()
  const [tone, icon] = look(command)
  return (
    <span className="command-outcome" data-outcome={command.outcome ?? 'pending'} data-tone={tone}>
      <Icon name={icon} size={14} />
      {words.outcome(command)}
    </span>
  )
}
