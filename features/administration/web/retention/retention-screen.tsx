import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { showRetention, type Retention } from '#features/readings/contract/retention.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { RecordTable } from '#kit/web/antd/antd-table.tsx'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { ClockNotice } from './clock-notice.tsx'
import { RuleDialog, type EditedRule } from './rule-dialog.tsx'
import { SensorsOnDisk } from './sensors-on-disk.tsx'
import { useSize } from './use-size.ts'
import { RollupRepair } from './rollup-repair.tsx'
import { useRuleColumns, type ShownRule } from './rule-columns.tsx'
import '../administration.css'
import './retention.css'

const askEveryMs = 10_000

type Shown = { readonly data: Retention }

/** Sooner while something is under way that somebody may watch. */
const pollIntervalOf = ({ state }: { readonly state: { readonly data?: Shown | undefined } }) =>
  state.data?.data.repair?.state === 'running' ? askEveryMs / 10 : askEveryMs

/** `/administrator/retention` */
export default function RetentionScreen() {
  return (
    <AntdProvider>
      <Rules />
    </AntdProvider>
  )
}

function Rules() {
  const translate = useTranslations('administration.retention')
  const retention = useQuery({
    ...queryOf(showRetention, {}),
    refetchInterval: pollIntervalOf,
    meta: { quiet: true },
  })
  const [edited, setEdited] = useState<EditedRule | null>(null)
  const shown = retention.data?.data
  const columns = useRuleColumns((rule) => setEdited({ kind: 'change', rule }))
  return (
    <div className="administration">
      <section className="panel" aria-labelledby="retention-title">
        <header className="panel-head administration-head">
          <h2 id="retention-title">{translate('title')}</h2>
          {shown && shown.products.length > 0 && (
            <Button icon={<Icon name="plus" />} onClick={() => setEdited({ kind: 'product' })}>
              {translate('add')}
            </Button>
          )}
        </header>
        {shown && <ClockNotice clock={shown.clock} />}
        <div className="retention-intro">
          <p>{translate('intro')}</p>
          <p>{translate('seldom')}</p>
          <p>{translate('texts')}</p>
        </div>
        {retention.isError && shown === undefined ? (
          <FailureNotice error={retention.error} onRetry={() => void retention.refetch()} />
        ) : (
          <RecordTable<ShownRule>
            label={translate('title')}
            columns={columns}
            rows={shown?.rules}
            rowKey={({ product, type }) => `${product} ${type}`}
            empty={null}
          />
        )}
        {shown && <Runs retention={shown} />}
        {shown && <RollupRepair repair={shown.repair} />}
        {shown && <SensorsOnDisk />}
      </section>
      {edited && shown && (
        <RuleDialog edited={edited} products={shown.products} onClose={() => setEdited(null)} />
      )}
    </div>
  )
}

/** When something was removed and will be, and what is stored. */
function Runs({ retention: { lastRun, nextRunAt, stored } }: { readonly retention: Retention }) {
  const translate = useTranslations('administration.retention')
  const { moment, number } = useFormat()
  const now = useNow(askEveryMs)
  const count = (rows: number) => ({ count: rows, figure: number(rows) })
  const size = useSize()
  return (
    <div className="retention-intro">
      {lastRun && lastRun.failure === null && (
        <p>{translate('lastRun', { at: moment(lastRun.at, now), ...count(lastRun.rows) })}</p>
      )}
      {lastRun?.failure && (
        <p role="alert">
          {translate('failed', { at: moment(lastRun.at, now), reason: lastRun.failure })}
        </p>
      )}
      <p>{translate('nextRun', { at: moment(nextRunAt, now) })}</p>
      <ul className="retention-stored" aria-label={translate('stored')}>
        {stored.map(({ table, rows, bytes }) => (
          <li key={table}>
            {translate(nameOf(table))}: <b className="number">{size(bytes)}</b>{' '}
            <small>
              {translate('bytesEach', {
                ...count(rows),
                bytes: number(rows === 0 ? 0 : bytes / rows, 1),
              })}
            </small>
          </li>
        ))}
      </ul>
    </div>
  )
}

const names = {
  numeric_readings: 'numbers',
  text_readings: 'ofTexts',
  numeric_rollup_minute: 'ofMinutes',
  numeric_rollup_hour: 'ofHours',
  numeric_value_counts: 'ofCounts',
} as const

const nameOf = (table: string) => names[table as keyof typeof names] ?? 'numbers'
