import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import type { OfferedTarget } from '#features/commands/contract/routes.ts'
import { useCommandWords } from './use-command-words.ts'

interface TargetRowProps {
  readonly target: OfferedTarget
  readonly maySend: boolean
  readonly onChoose: () => void
}

/** One thing that the device takes, with what it is now. */
export function TargetRow({ target, maySend, onChoose }: TargetRowProps) {
  const translate = useTranslations('commands')
  const words = useCommandWords()
  const { name, type, unit, current, readiness } = target
  const isReady = readiness === 'ready'
  const action = translate(type === 'trigger' ? 'trigger' : 'set')
  return (
    <li data-target={target.id}>
      <div className="grow">
        <b>{name}</b>
        <p>
          {type !== 'trigger' && translate('now', { value: words.value(current, unit) })}
          {!isReady && (
            <span className="command-unready">{translate(`readiness.${readiness}`)}</span>
          )}
        </p>
      </div>
      {maySend && (
        <Button
          size="small"
          disabled={!isReady}
          aria-label={translate('chooseFor', { action, name })}
          onClick={onChoose}
        >
          {action}
        </Button>
      )}
    </li>
  )
}
