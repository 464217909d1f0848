import { useTranslations } from 'use-intl'
import type { Command } from '#features/commands/contract/routes.ts'
import type { CommandValue } from '#kit/model/device-command.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'

/** Says values and outcomes of commands in the language of the page. */
export function useCommandWords() {
  const translate = useTranslations('commands')
  const format = useFormat()
  const value = (of: CommandValue | null, unit: string) => {
    if (of === null) return noFigure
    if (typeof of === 'boolean') return translate(of ? 'values.on' : 'values.off')
    const text = typeof of === 'number' ? format.write(of) : isolated(of)
    return unit === '' ? text : `${text} ${unit}`
  }
  return {
    value,
    outcome: ({ outcome, isAccepted }: Pick<Command, 'outcome' | 'isAccepted'>) =>
      translate(`outcomes.${outcome ?? (isAccepted ? 'taken' : 'sent')}`),
    /** What the outcome means, for who has to decide what to do next. */
    meaning: ({ outcome, isAccepted }: Pick<Command, 'outcome' | 'isAccepted'>) =>
      translate(`meanings.${outcome ?? (isAccepted ? 'taken' : 'sent')}`),
  }
}
