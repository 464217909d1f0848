import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { toast } from '#kit/web/toast.ts'
import type { Shelf } from '../../../contract/alarm.ts'
import { unshelve } from '../../../contract/routes.ts'
import { useAlarmWords } from '../../words/use-alarm-words.ts'
import { refetchAlarms } from '../actions/use-alarm-action.ts'
import { useAway } from '../actions/use-away.ts'
import { useAbilities } from '../use-abilities.ts'

/** The list of what is shelved, column by column. */
export function useShelfColumns(): readonly RecordColumn<Shelf>[] {
  const translate = useTranslations('alarms')
  const words = useAlarmWords()
  const { moment } = useFormat()
  const { mayOperate, mayService } = useAbilities()
  const now = serverClock.now()
  const columns: readonly RecordColumn<Shelf>[] = [
    {
      key: 'sensor',
      title: translate('column.sensor'),
      card: 'head',
      render: (shelf) => (
        <span key="sensor" className="alarm-two">
          <b>{words.subject(shelf)}</b>
          <small>{shelf.device.name}</small>
        </span>
      ),
    },
    {
      key: 'rule',
      title: translate('column.rule'),
      render: (shelf) => words.ruleName(shelf),
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
    { key: 'reason', title: translate('shelf.reason'), render: ({ reason }) => reason },
    {
      key: 'by',
      title: translate('shelf.by'),
      render: ({ by, at }) => (
        <span className="alarm-two">
          <span>{by ?? translate('gone')}</span>
          <small className="number">{moment(at, now)}</small>
        </span>
      ),
    },
  ]
  return mayOperate
    ? [
        ...columns,
        {
          key: 'unshelve',
          title: translate('column.actions'),
          isTitleHidden: true,
          align: 'right',
          card: 'bare',
          render: (shelf) =>
            shelf.kind === 'shelved' || mayService ? (
              <Unshelve shelf={shelf} name={words.subject(shelf)} />
            ) : null,
        },
      ]
    : columns
}

function Unshelve({ shelf, name }: { readonly shelf: Shelf; readonly name: string }) {
  const translate = useTranslations('alarms.shelf')
  const client = useQueryClient()
  const { origin, device, sensor } = shelf
  const body = { origin, thing: device.lesiId, sensor: sensor?.key ?? null }
  const away = useAway()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(unshelve, { body }),
    onSuccess: () => toast('success', translate('shown')),
    onSettled: () => refetchAlarms(client),
  })
  return (
    <Button
      size="small"
      loading={isPending}
      {...away}
      aria-label={translate('unshelveOf', { name })}
      onClick={() => mutate()}
    >
      {translate('unshelve')}
    </Button>
  )
}
