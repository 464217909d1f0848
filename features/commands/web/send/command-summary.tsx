import { useTranslations } from 'use-intl'
import type { OfferedTarget } from '#features/commands/contract/routes.ts'
import type { CommandValue } from '#kit/model/device-command.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useCommandWords } from '../use-command-words.ts'

interface SummaryProps {
  readonly device: { readonly lesiId: string; readonly name: string }
  readonly target: OfferedTarget
  readonly value: CommandValue | null
}

/** Which device, what of it, from which value to which. */
export function Summary({ device, target, value }: SummaryProps) {
  const translate = useTranslations('commands.send')
  const words = useCommandWords()
  const { name, unit, type, current } = target
  const lines = [
    ['device', `${isolated(device.name)} · ${device.lesiId}`],
    ['target', isolated(name)],
    ...(type === 'trigger'
      ? []
      : ([
          ['before', words.value(current, unit)],
          ['after', words.value(value, unit)],
        ] as const)),
  ] as const
  return (
    <dl className="command-summary">
      {lines.map(([key, text]) => (
        <div key={key}>
          <dt>{translate(key)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
