import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SegmentedChoice } from '#kit/ui/segmented-choice.tsx'
import { startOfDay } from '#kit/model/time/zone.ts'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { exportFormats, exportSteps } from '../../contract/readings.ts'
import type { ExportJob } from '../../contract/routes.ts'
import type { Draft } from '../form/draft.ts'
import { PeriodFields } from '../form/period-fields.tsx'
import { SensorsField } from '../form/sensors-field.tsx'
import { writePeriod } from '../form/written-period.ts'
import { FileChoice } from './file-choice.tsx'
import { useCreateArchive } from './use-create-archive.ts'

/** Which files go into one, and of which sensors some are made for it. */
export function ArchiveForm({ siteZone }: { readonly siteZone: string }) {
  const translate = useTranslations('exports.archive')
  const [title, setTitle] = useState('')
  const [files, setFiles] = useState<readonly ExportJob[]>([])
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(siteZone))
  const { create, isPending, problems, clear } = useCreateArchive(() => {
    setFiles([])
    setDraft(emptyDraft(siteZone))
  })
  const isReady = files.length > 0 || draft.sensors.length > 0
  return (
    <form
      className="export-form"
      onSubmit={(event) => {
        event.preventDefault()
        const named = title.trim() === '' ? translate('defaultTitle') : title
        if (isReady && !isPending) create({ title: named, files: files.map(({ id }) => id), draft })
      }}
    >
      <FileChoice
        chosen={files}
        onChange={(next) => {
          clear()
          setFiles(next)
        }}
      />
      <SensorFiles
        {...{ draft, siteZone }}
        onChange={(part) => {
          clear()
          setDraft((before) => ({ ...before, ...part }))
        }}
      />
      <div className="export-row">
        <span aria-hidden="true">{translate('name')}</span>
        <Input
          aria-label={translate('name')}
          placeholder={translate('defaultTitle')}
          maxLength={60}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
      </div>
      {problems.map((text) => (
        <p key={text} className="export-problem" role="alert">
          {text}
        </p>
      ))}
      <button type="submit" className="button primary" disabled={!isReady || isPending}>
        {translate('make')}
      </button>
    </form>
  )
}

interface SensorFilesProps {
  readonly draft: Draft
  readonly siteZone: string
  readonly onChange: (change: Partial<Draft>) => void
}

/** Sensors of which a file each is made; how, once there are any. */
function SensorFiles({ draft, siteZone, onChange }: SensorFilesProps) {
  const translate = useTranslations('exports.archive')
  const named = useTranslations('exports.form')
  return (
    <fieldset className="archive-part">
      <legend>{translate('sensors')}</legend>
      <div className="export-row">
        <span aria-hidden="true">{named('sensors')}</span>
        <SensorsField
          sensors={draft.sensors}
          isWrong={false}
          onChange={(sensors) => onChange({ sensors })}
        />
      </div>
      {draft.sensors.length > 0 && (
        <>
          <SegmentedChoice
            className="export-row"
            label={named('format')}
            values={exportFormats}
            chosen={draft.format}
            nameOf={(format) => named(`formats.${format}`)}
            onChange={(format) => onChange({ format })}
          />
          <PeriodFields {...{ draft, siteZone, onChange }} />
          <div className="export-row">
            <span aria-hidden="true">{named('step')}</span>
            <Select
              aria-label={named('step')}
              value={draft.step}
              onChange={(step) => onChange({ step })}
              options={exportSteps.map((value) => ({ value, label: named(`steps.${value}`) }))}
            />
          </div>
        </>
      )}
    </fieldset>
  )
}

function emptyDraft(timezone: string): Draft {
  const now = serverClock.now()
  return {
    ...{ sensors: [], format: 'csv', mode: 'sensor', step: 'raw', figure: 'average', timezone },
    ...writePeriod({ from: startOfDay(now, timezone), to: now }, timezone),
  }
}
