import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import {
  removeRetention,
  showRetention,
  type Retention,
} from '#features/readings/contract/retention.ts'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'

export type ShownRule = Retention['rules'][number]

/** A rule: of whom, for how long, and from when on something is kept. */
export function useRuleColumns(
  onChange: (rule: ShownRule) => void,
): readonly RecordColumn<ShownRule>[] {
  const translate = useTranslations('administration.retention')
  const { number } = useFormat()
  const retention = (of: 'readings' | 'minutes' | 'hours') => (rule: ShownRule) => (
    <RetentionCell rule={rule} of={of} />
  )
  return [
    {
      key: 'type',
      title: translate('type'),
      card: 'head',
      render: ({ type, product }) => (
        <>
          <b>{translate(`types.${type}`)}</b>
          {product !== '' && <small> {translate('ofProduct', { name: isolated(product) })}</small>}
        </>
      ),
    },
    {
      key: 'sensors',
      title: translate('sensors'),
      align: 'right',
      render: ({ sensors }) => <span className="number">{number(sensors)}</span>,
    },
    { key: 'readings', title: translate('readings'), render: retention('readings') },
    { key: 'minutes', title: translate('minutes'), render: retention('minutes') },
    { key: 'hours', title: translate('hours'), render: retention('hours') },
    {
      key: 'do',
      title: translate('actions'),
      isTitleHidden: true,
      align: 'right',
      card: 'bare',
      render: (rule) => <RuleActions rule={rule} onChange={onChange} />,
    },
  ]
}

interface RetentionCellProps {
  readonly rule: ShownRule
  readonly of: 'readings' | 'minutes' | 'hours'
}

function RetentionCell({ rule, of }: RetentionCellProps) {
  const translate = useTranslations('administration.retention')
  const { date, number } = useFormat()
  if (rule.type === 'string' && of !== 'readings') return <>–</>
  const days = rule[`${of}Days`]
  const before = rule.removedBefore[of]
  if (days === null) return <>{translate('forEver')}</>
  return (
    <>
      <span className="number">{translate('days', { count: days, figure: number(days) })}</span>
      {before !== null && <small> {translate('since', { day: date(before) })}</small>}
    </>
  )
}

function RuleActions({ rule, onChange }: { rule: ShownRule; onChange: (rule: ShownRule) => void }) {
  const translate = useTranslations('administration.retention')
  const client = useQueryClient()
  const { product, type } = rule
  const ofType = translate(`types.${type}`)
  const name = product === '' ? ofType : `${ofType}, ${isolated(product)}`
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(removeRetention, { body: { product, type } }),
    onSettled: () => invalidate(client, showRetention),
  })
  return (
    <span className="retention-actions">
      {product !== '' && (
        <Button
          size="small"
          loading={isPending}
          onClick={() => mutate()}
          aria-label={translate('removeOf', { name })}
        >
          {translate('remove')}
        </Button>
      )}
      <Button
        size="small"
        onClick={() => onChange(rule)}
        aria-label={translate('changeOf', { name })}
      >
        {translate('change')}
      </Button>
    </span>
  )
}
