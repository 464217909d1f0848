import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Alarm } from '../../../contract/alarm.ts'
import { isOpen } from '../../words/alarm-state.ts'
import { AcknowledgeDialog } from '../actions/acknowledge-dialog.tsx'
import { useAway } from '../actions/use-away.ts'

/** Acknowledges everything that is in the list, after a look at how many they are. */
export function AcknowledgeAll({ alarms }: { readonly alarms: readonly Alarm[] }) {
  const translate = useTranslations('alarms')
  const { number } = useFormat()
  const [asked, setAsked] = useState<readonly number[] | null>(null)
  const away = useAway()
  const open = alarms.filter(isOpen)
  if (open.length === 0 && asked === null) return null
  return (
    <>
      <button
        type="button"
        className="button small primary alarm-all"
        {...away}
        onClick={() => setAsked(open.map(({ id }) => id))}
      >
        <Icon name="check" />
        {translate('acknowledgeAll', { count: open.length, figure: number(open.length) })}
      </button>
      {asked !== null && (
        <AcknowledgeDialog ids={asked} onClose={() => setAsked(null)} onDone={() => {}} />
      )}
    </>
  )
}
