import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { maximumArchivedFiles } from '../../contract/archive.ts'
import { listExports, type ExportJob } from '../../contract/routes.ts'

interface FileChoiceProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Kinds that no archive holds. */
const unarchived: ReadonlySet<ExportJob['kind']> = new Set(['archive', 'handover'])

/** The own files that are there now. */
export function FileChoice({ chosen, onChange }: FileChoiceProps) {
  const translate = useTranslations('exports.archive')
  const sizes = useTranslations('exports.list')
  const { number } = useFormat()
  const jobs = useQuery({ ...queryOf(listExports, {}), select: replyData, meta: { quiet: true } })
  const files = (jobs.data ?? []).filter(
    ({ state, isOpen, kind, sentBy }) =>
      state === 'done' && isOpen && !unarchived.has(kind) && sentBy === null,
  )
  const sizeOf = (bytes: number) =>
    bytes < 1e6
      ? sizes('kilobytes', { figure: number(Math.ceil(bytes / 1e3)) })
      : sizes('megabytes', { figure: number(bytes / 1e6, 1) })
  return (
    <fieldset className="archive-part">
      <legend>{translate('finished')}</legend>
      {files.length === 0 && (
        <p>
          {translate('noFinished')}{' '}
          <Link to="/warroomCharts/export-excel" className="link">
            {translate('toExports')}
          </Link>
        </p>
      )}
      {files.map(({ id, fileName, bytes }) => {
        const isChosen = chosen.includes(id)
        return (
          <label key={id} className="archive-file">
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && chosen.length >= maximumArchivedFiles}
              onChange={() =>
                onChange(isChosen ? chosen.filter((each) => each !== id) : [...chosen, id])
              }
            />
            <span className="clip" title={fileName}>
              {isolated(fileName)}
            </span>
            <small className="number">{sizeOf(bytes ?? 0)}</small>
          </label>
        )
      })}
    </fieldset>
  )
}
