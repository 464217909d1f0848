import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import type { ListAddress } from '../list-address.ts'

interface NoActiveProps {
  /** There are alarms, but none that the filters let through. */
  readonly isFiltered: boolean
  readonly onChange: (part: Partial<ListAddress>) => void
}

/** No alarm, or none that is looked for. */
export function NoActive({ isFiltered, onChange }: NoActiveProps) {
  const translate = useTranslations('alarms')
  if (!isFiltered)
    return (
      <Notice icon="check" title={translate('noAlarm')}>
        <p>{translate('noAlarmText')}</p>
      </Notice>
    )
  const showAll = () => onChange({ search: '', priority: null, state: null, device: null })
  return (
    <Notice
      icon="search"
      title={translate('noneFound')}
      action={
        <button type="button" className="button" onClick={showAll}>
          {translate('showAll')}
        </button>
      }
    />
  )
}
