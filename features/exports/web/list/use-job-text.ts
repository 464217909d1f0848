import { useTranslations } from 'use-intl'
import type { ExportJob } from '../../contract/routes.ts'
import { periodText } from './period-text.ts'

/** Format, step, period and zone. */
export function useJobText({ format, step, mode, fileCount, ...job }: ExportJob): string {
  const translate = useTranslations('exports.form')
  return [
    translate(`formats.${job.kind === 'handover' ? job.kind : format}`),
    ...(fileCount === null ? [] : [translate('files', { count: fileCount })]),
    ...(mode === null ? [] : [translate(`modes.${mode}`)]),
    ...(step === null ? [] : [translate(`steps.${step}`)]),
    periodText(job),
    job.timezone,
  ].join(' · ')
}
