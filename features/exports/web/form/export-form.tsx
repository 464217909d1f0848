import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { SegmentedChoice } from '#kit/ui/segmented-choice.tsx'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { exportFormats, type ReadingsExport } from '../../contract/readings.ts'
import { createExport, listExports } from '../../contract/routes.ts'
import type { Draft } from './draft.ts'
import { PeriodFields } from './period-fields.tsx'
import { ModeField, StepFields } from './rows-fields.tsx'
import { SensorsField } from './sensors-field.tsx'
import { requestedReadings } from './requested-readings.ts'
import { useProblems } from './use-problems.ts'

interface ExportFormProps {
  readonly initial: Draft
  readonly siteZone: string
}

/** What is to be exported, and how. */
export function ExportForm({ initial, siteZone }: ExportFormProps) {
  const translate = useTranslations('exports.form')
  const [draft, setDraft] = useState(initial)
  const [refusal, setRefusal] = useState<Refusal>(noRefusal)
  const { mutate, isPending } = useCreate(setRefusal)
  const ofSensors = partOf(refusal, isOfSensors)
  const change = (part: Partial<Draft>) => {
    setRefusal(noRefusal)
    setDraft((before) => ({ ...before, ...part }))
  }
  const isReady = draft.sensors.length > 0 && draft.from !== '' && draft.to !== ''
  return (
    <form
      className="export-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isPending) mutate(draft)
      }}
    >
      <div className="export-row">
        <span aria-hidden="true">{translate('sensors')}</span>
        <SensorsField
          sensors={draft.sensors}
          isWrong={Object.keys(ofSensors.errors).length > 0}
          onChange={(sensors) => change({ sensors })}
        />
      </div>
      <Problems {...ofSensors} />
      <SegmentedChoice
        className="export-row"
        label={translate('format')}
        values={exportFormats}
        chosen={draft.format}
        nameOf={(format) => translate(`formats.${format}`)}
        onChange={(format) => change({ format })}
      />
      <ModeField rows={draft} onChange={change} />
      <PeriodFields draft={draft} siteZone={siteZone} onChange={change} />
      <Problems {...partOf(refusal, (field) => !isOfSensors(field))} />
      <StepFields rows={draft} onChange={change} />
      <button type="submit" className="button primary" disabled={!isReady || isPending}>
        {translate('begin')}
      </button>
    </form>
  )
}

/** Why the server refused what was sent, and its sensors: the form may have others by then. */
interface Refusal {
  readonly errors: FieldErrors
  readonly sensors: Draft['sensors']
}

const noRefusal: Refusal = { errors: {}, sensors: [] }

const isOfSensors = (field: string) => field === 'sensors' || field.startsWith('sensors.')
const partOf = ({ errors, sensors }: Refusal, isMeant: (field: string) => boolean): Refusal => ({
  errors: Object.fromEntries(Object.entries(errors).filter(([field]) => isMeant(field))),
  sensors,
})

/** Why the server refused; a sensor among several is named. */
function Problems({ errors, sensors }: Refusal) {
  const problemsOf = useProblems()
  return problemsOf(errors, sensors).map((text) => (
    <p key={text} className="export-problem" role="alert">
      {text}
    </p>
  ))
}

/** Begins an export; what is wrong in the form is shown in it. */
function useCreate(onRefused: (refusal: Refusal) => void) {
  const client = useQueryClient()
  const language = useLocale()
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ReadingsExport) => call(createExport, { body }),
    onSettled: () => invalidate(client, listExports),
    meta: { quiet: true },
  })
  return {
    isPending,
    mutate: (draft: Draft) =>
      mutate(requestedReadings(draft, language), {
        onError: (error) => {
          if (error instanceof ApiError && Object.keys(error.errors).length > 0)
            onRefused({ errors: error.errors, sensors: draft.sensors })
          else void showFailure(error)
        },
      }),
  }
}
