import { useTranslations } from 'use-intl'
import type { Fault } from '#kit/ui/grid/layout/settle.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'

interface BoardFaultsProps {
  readonly faults: ReadonlyMap<string, Fault>
  readonly nameOf: (id: string) => string
}

/** What is wrong with a dashboard as it is stored, and that it is shown otherwise. */
export function BoardFaults({ faults, nameOf }: BoardFaultsProps) {
  const translate = useTranslations('dashboard.board.faults')
  if (faults.size === 0) return null
  return (
    <details className="panel board-faults">
      <summary>
        <Icon name="warning" />
        {translate('title', { count: faults.size })}
      </summary>
      <p>{translate('text')}</p>
      <ul>
        {[...faults].map(([id, fault]) => (
          <li key={id}>{translate(fault, { name: isolated(nameOf(id)) })}</li>
        ))}
      </ul>
    </details>
  )
}
