import { useTranslations } from 'use-intl'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Shelf } from '../../contract/alarm.ts'
import { useAlarmWords } from '../words/use-alarm-words.ts'
import { Part } from './part.tsx'

/** What shows no alarms now. */
export function ShelvedPart({ shelved }: { readonly shelved: readonly Shelf[] }) {
  const translate = useTranslations('alarms')
  const words = useAlarmWords()
  const { moment, number } = useFormat()
  const now = serverClock.now()
  const columns: readonly RecordColumn<Shelf>[] = [
    {
      key: 'sensor',
      title: translate('column.sensor'),
      card: 'head',
      render: (shelf) => (
        <span key="sensor" className="alarm-two">
          <b>{words.subject(shelf)}</b>
          <small>{`${shelf.device.name} · ${words.ruleName(shelf)}`}</small>
        </span>
      ),
    },
    {
      key: 'until',
      title: translate('shelf.until'),
      render: ({ until, isOneShot, kind }) => (
        <span className="number">
          {until !== null
            ? moment(until, now)
            : translate(isOneShot ? 'shelf.passed' : `shelf.${kind}`)}
        </span>
      ),
    },
    {
      key: 'reason',
      title: translate('shelf.reason'),
      render: ({ reason }) => <span dir="auto">{reason}</span>,
    },
    { key: 'by', title: translate('shelf.by'), render: ({ by }) => by ?? translate('gone') },
  ]
  return (
    <Part<Shelf>
      title={translate('handover.shelvedNow')}
      count={shelved.length === 0 ? '' : number(shelved.length)}
      columns={columns}
      rows={shelved}
      rowKey={({ origin, device, sensor }) => `${device.id} ${sensor?.id ?? ''} ${origin}`}
      empty={translate('shelf.none')}
    />
  )
}
