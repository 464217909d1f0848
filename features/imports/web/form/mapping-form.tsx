import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SegmentedChoice } from '#kit/ui/segmented-choice.tsx'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { useNamed } from '#kit/web/texts/use-named.ts'
import type { Mapping, Preview } from '../../contract/mapping.ts'
import { checkImport, importDetail, listImports, type ImportDetail } from '../../contract/routes.ts'
import { ColumnsField } from './columns-field.tsx'
import {
  draftOf,
  draftOfMapping,
  mappingOf,
  missingOf,
  type CsvDraft,
  type Draft,
  type InspectionReply,
} from './draft.ts'
import { FileFields } from './file-fields.tsx'
import { NamesField } from './names-field.tsx'
import { refusedPart } from './refused-part.ts'
import { TimeFields } from './time-fields.tsx'
import { useInspection } from './use-inspection.ts'

interface MappingFormProps {
  readonly job: ImportDetail
  readonly siteZone: string
}

/** How the file is read; the file is looked at first. */
export function MappingForm({ job, siteZone }: MappingFormProps) {
  const translate = useTranslations('imports')
  const [form, setForm] = useState<CsvDraft>({})
  const { reply, failure, error, isPending, retry } = useInspection(job.id, form)
  const client = useQueryClient()
  useEffect(() => {
    // The list says so too, and not that it waits to be read.
    if (failure !== null) void invalidate(client, listImports)
  }, [client, failure])
  if (reply === null && isPending) return <Skeleton width="100%" height="320px" />
  return (
    <>
      {error && <FailureNotice error={error} onRetry={retry} />}
      {failure !== null && (
        <p className="import-problem" role="alert">
          {translate(`list.failures.${failure}`)}
        </p>
      )}
      {reply && <Form {...{ reply, job, siteZone }} onForm={setForm} />}
    </>
  )
}

interface FormProps extends MappingFormProps {
  readonly reply: InspectionReply
  readonly onForm: (form: CsvDraft) => void
}

function Form({ reply, job, siteZone, onForm }: FormProps) {
  const { inspection, found } = reply
  const [place, setPlace] = useState(0)
  const table = inspection.tables[place] ?? inspection.tables[0]
  const [entered, setEntered] = useState<{ readonly of: unknown; readonly draft: Draft } | null>(
    null,
  )
  if (!table) return null
  const heads = found[place] ?? []
  const former = job.mapping && draftOfMapping(table, job.mapping, heads)
  // What was chosen is of one table: another one begins with what was chosen before or it suggests.
  const draft = entered?.of === table ? entered.draft : (former ?? draftOf(table, heads, siteZone))
  const change = (part: Partial<Draft>) => setEntered({ of: table, draft: { ...draft, ...part } })
  return (
    <div className="import-form">
      <FileFields {...{ inspection, table, onForm }} onTable={setPlace} />
      <Rest {...{ table, draft, siteZone, job }} onChange={change} />
    </div>
  )
}

interface RestProps extends MappingFormProps {
  readonly table: InspectionReply['inspection']['tables'][number]
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
}

function Rest({ table, draft, siteZone, job, ...props }: RestProps) {
  const translate = useTranslations('imports.form')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { mutate, isPending } = useCheck(job.id, setRefusal)
  const onChange = (part: Partial<Draft>) => {
    setRefusal(null)
    props.onChange(part)
  }
  const missing = missingOf(draft, table)
  const mapping = mappingOf(draft, table)
  return (
    <>
      <SegmentedChoice
        className="import-row"
        label={translate('shape')}
        values={['wide', 'long'] as const}
        chosen={draft.shape}
        nameOf={(shape) => translate(`shapes.${shape}`)}
        onChange={(shape) => onChange({ shape, roles: draft.roles.map(inShape(shape)) })}
      />
      <ColumnsField {...{ table, draft, onChange }} />
      <TimeFields {...{ table, draft, siteZone, onChange }} />
      <SegmentedChoice
        className="import-row"
        label={translate('decimal')}
        values={['.', ','] as const}
        chosen={draft.decimal}
        nameOf={(sign) => translate(sign === '.' ? 'decimals.point' : 'decimals.comma')}
        onChange={(decimal) => onChange({ decimal })}
      />
      {draft.shape === 'long' && <NamesField {...{ draft, onChange }} outcome={job.outcome} />}
      {refusal && <Problems {...refusal} />}
      {missing !== null && <p className="import-hint">{translate(`missing.${missing}`)}</p>}
      <button
        type="button"
        className="button primary"
        disabled={mapping === null || isPending}
        onClick={() => mapping !== null && mutate({ mapping, table })}
      >
        {translate('check')}
      </button>
    </>
  )
}

const common = new Set(['none', 'time', 'clock', 'offset'])

/** What a column is in every table stays. */
const inShape =
  (shape: Draft['shape']) =>
  (role: Draft['roles'][number]): Draft['roles'][number] => {
    if (common.has(role)) return role
    return shape === 'wide' && role === 'value' ? 'reading' : 'none'
  }

/** What was sent to be checked, of which table. */
interface Sent {
  readonly mapping: Mapping
  readonly table: Preview
}

/** Why it was refused: the form may say something else by then. */
interface Refusal extends Sent {
  readonly errors: FieldErrors
}

/** Why the server refused the mapping; a column or name among several is named. */
function Problems({ errors, mapping, table }: Refusal) {
  const textOf = useFieldErrorText()
  const translate = useTranslations('imports.form')
  const named = useNamed()
  return Object.entries(errors).map(([field, reasons]) => {
    const part = refusedPart(field, mapping, table)
    const text = reasons.map(textOf).join(' ')
    const name =
      typeof part === 'number' ? translate('columnNumber', { number: part + 1 }) : (part ?? null)
    return (
      <p key={field} className="import-problem" role="alert">
        {name === null ? text : named(name, text)}
      </p>
    )
  })
}

function useCheck(id: string, onRefused: (refusal: Refusal) => void) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (mapping: Mapping) => call(checkImport, { params: { id }, body: { mapping } }),
    onSettled: () => invalidate(client, listImports, importDetail),
    meta: { quiet: true },
  })
  return {
    isPending,
    mutate: (sent: Sent) =>
      mutate(sent.mapping, {
        onError: (error) => {
          if (error instanceof ApiError && Object.keys(error.errors).length > 0)
            onRefused({ ...sent, errors: error.errors })
          else void showFailure(error)
        },
      }),
  }
}
