import { useTranslations } from 'use-intl'
import type { Command } from '#features/commands/contract/routes.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { Outcome } from '../outcome.tsx'
import { useCommandWords } from '../use-command-words.ts'

/** What becomes of the command that was just sent, and what that means. */
export function SentCommand({ command }: { readonly command: Command }) {
  const translate = useTranslations('commands.history')
  const words = useCommandWords()
  const { targetName, value, unit, reason } = command
  return (
    <div className="command-sent" aria-live="assertive">
      <p>
        <b>{isolated(targetName)}</b> {words.value(value, unit)}
      </p>
      <Outcome command={command} />
      <p>{words.meaning(command)}</p>
      {reason && (
        <p className="command-reason">{translate('reason', { reason: isolated(reason) })}</p>
      )}
    </div>
  )
}
