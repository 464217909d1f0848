import { useTranslations } from 'use-intl'
import { localText } from '#kit/model/time/zone.ts'
import type { ExportJob } from '../../contract/routes.ts'

/** Format, step, period and zone. */
export function useJobText({ format, step, mode, fileCount, ...job }: ExportJob): string {
  const translate = useTranslations('exports.form')
  const { from, to, timezone } = job
  const clock = (time: number) => localText(time, timezone).replace('T', ' ')
  return [
    translate(`formats.${job.kind === 'handover' ? job.kind : format}`),
    ...(fileCount === null ? [] : [translate('files', { count: fileCount })]),
    ...(mode === null ? [] : [translate(`modes.${mode}`)]),
    ...(step === null ? [] : [translate(`steps.${step}`)]),
    `${clock(from)} – ${clock(to)}`,
    timezone,
  ].join(' · ')
}
