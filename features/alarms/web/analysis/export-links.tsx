import { useLocale, useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { safeFileName } from '#kit/web/browser/save-file.ts'
import { analysisFile, analysisFormats } from '../../contract/analysis/routes.ts'
import type { askedOf } from './query-analysis.ts'

interface ExportLinksProps {
  readonly asked: ReturnType<typeof askedOf>
  /** The days of the period, for the name of the file. */
  readonly days: string
}

/** The tables of the analysis as files. */
export function ExportLinks({ asked, days }: ExportLinksProps) {
  const translate = useTranslations('alarms.analysis')
  const language = useLocale()
  return (
    <span className="analysis-files">
      {analysisFormats.map((format) => {
        const search = new URLSearchParams({ format, language })
        for (const [name, value] of Object.entries(asked)) search.set(name, String(value))
        return (
          <a
            key={format}
            className="button"
            href={`${analysisFile.path}?${search.toString()}`}
            download={safeFileName(`${translate('title')} ${days}`, format)}
          >
            <Icon name="download" />
            {translate(`files.${format}`)}
          </a>
        )
      })}
    </span>
  )
}
