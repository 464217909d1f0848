import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#kit/web/calls/call.ts'
import { callUrl } from '#kit/web/calls/call-url.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { Icon } from '#kit/ui/icon.tsx'
import type { Outcome } from '../../contract/outcome.ts'
import {
  importDetail,
  listImports,
  refusedRows,
  runImport,
  type ImportDetail,
} from '../../contract/routes.ts'
import { RefusedTable } from './refused-table.tsx'
import { SensorsTable } from './sensors-table.tsx'

interface OutcomeViewProps {
  readonly job: ImportDetail
  readonly outcome: Outcome
}

/** What a dry run found, with the way on; or what the import did. */
export function OutcomeView({ job, outcome }: OutcomeViewProps) {
  const translate = useTranslations('imports.outcome')
  const isDone = job.task === 'import'
  return (
    <section className="import-outcome" aria-label={translate('heading')}>
      <h3>{translate(isDone ? 'done' : 'found')}</h3>
      <Figures outcome={outcome} isDone={isDone} />
      {outcome.sensors.length > 0 && <SensorsTable sensors={outcome.sensors} isDone={isDone} />}
      {outcome.refused > 0 && (
        <>
          <RefusedTable outcome={outcome} />
          <a
            className="button small"
            href={callUrl(refusedRows.path, { params: { id: job.id } })}
            download
          >
            <Icon name="download" />
            {translate('downloadRefused')}
          </a>
        </>
      )}
      {job.state === 'checked' && job.hasFile && <Run id={job.id} fresh={outcome.fresh} />}
    </section>
  )
}

const notes = ['stored', 'repeated', 'beside', 'summed', 'twice', 'refused'] as const
const maximumWithTexts = 20

function Figures({ outcome, isDone }: { readonly outcome: Outcome; readonly isDone: boolean }) {
  const translate = useTranslations('imports.outcome')
  const { number } = useFormat()
  const line = (name: (typeof notes)[number] | 'fresh' | 'imported', count: number) => (
    <li key={name} data-note={name}>
      {translate(name, { count, figure: number(count) })}
    </li>
  )
  const withTexts = outcome.sensors.filter(({ texts }) => texts > 0).slice(0, maximumWithTexts)
  return (
    <ul className="import-figures">
      {line(isDone ? 'imported' : 'fresh', outcome.fresh)}
      {notes.filter((name) => outcome[name] > 0).map((name) => line(name, outcome[name]))}
      {withTexts.map(({ thing, sensor, device, alias, texts }) => (
        <li key={`${thing} ${sensor}`} data-note="texts">
          {translate('texts', {
            ...{ sensor: `${device} · ${alias}`, count: texts, figure: number(texts) },
          })}
        </li>
      ))}
    </ul>
  )
}

function Run({ id, fresh }: { readonly id: string; readonly fresh: number }) {
  const translate = useTranslations('imports.outcome')
  const { number } = useFormat()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(runImport, { params: { id } }),
    onSettled: () => invalidate(client, listImports, importDetail),
  })
  return (
    <button
      type="button"
      className="button primary"
      disabled={isPending || fresh === 0}
      onClick={() => mutate(undefined)}
    >
      {fresh === 0
        ? translate('nothing')
        : translate('run', { count: fresh, figure: number(fresh) })}
    </button>
  )
}
