import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { maximumPoints } from '#features/connectors/contract/kinds/modbus-tcp.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { download } from '#kit/web/csv/download.ts'
import { useLatest } from '#kit/web/screens/late-answers.ts'
import { toast } from '#kit/web/toast.ts'
import { useEntries } from '../../../form/entries.tsx'
import { EntryPages, useEntryPages, WrongEntries } from '../../../form/list/entry-pages.tsx'
import { groupsOf, newPoint, pointsOf, type EnteredPoint } from '../entered.ts'
import { PointDialog } from './point-dialog.tsx'
import { PointRows } from './point-rows.tsx'
import { pointsCsv, readPoints, requiredColumns } from './points-csv.ts'
import '../modbus.css'

const maximumFileBytes = 4 * 2 ** 20

/** The points: a table, one by one in a dialog, or all from a file. */
export function PointsField() {
  const translate = useTranslations('connectors.kinds.modbus-tcp.points')
  const { settings, change } = useEntries()
  const points = pointsOf(settings)
  const groups = groupsOf(settings).map(({ name }) => name)
  const { from, to, showEntry, pages } = useEntryPages(points.length)
  const [edited, setEdited] = useState<number | null>(null)
  const put = (next: readonly EnteredPoint[]) =>
    change({ points: next.map((each) => ({ ...each })) })
  const [firstGroup = ''] = groups
  const read = useReadFile(firstGroup, (next) => {
    put(next)
    showEntry(0)
  })
  return (
    <section className="modbus-points" aria-label={translate('title')}>
      <PointsHead
        points={points}
        onRead={(file) => void read(file)}
        onAdd={() => setEdited(points.length)}
      />
      <WrongEntries
        list="points"
        textOf={(count) => translate('wrong', { count })}
        showText={translate('showWrong')}
        onShow={showEntry}
      />
      {points.length === 0 ? (
        <p className="connector-note">
          {translate('none', { columns: requiredColumns.join(', ') })}
        </p>
      ) : (
        <PointRows
          points={points.slice(from, to)}
          from={from}
          onEdit={setEdited}
          onRemove={(index) => put(points.filter((_each, place) => place !== index))}
        />
      )}
      <EntryPages {...pages} />
      {edited !== null && (
        <PointDialog
          point={points[edited] ?? { ...newPoint, ...lastOf(points), key: '', group: firstGroup }}
          isNew={edited >= points.length}
          groups={groups}
          onTake={(point) => {
            put(points.toSpliced(edited, 1, point))
            showEntry(edited)
            setEdited(null)
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}

interface PointsHeadProps {
  readonly points: readonly EnteredPoint[]
  readonly onRead: (file: File) => void
  readonly onAdd: () => void
}

/** How many points there are, and the ways to others. */
function PointsHead({ points, onRead, onAdd }: PointsHeadProps) {
  const translate = useTranslations('connectors.kinds.modbus-tcp.points')
  const input = useRef<HTMLInputElement>(null)
  return (
    <header>
      <h3>{translate('title')}</h3>
      <span className="number">{translate('count', { count: points.length })}</span>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={translate('load')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onRead(file)
          event.target.value = ''
        }}
      />
      <Button size="small" icon={<Icon name="up" />} onClick={() => input.current?.click()}>
        {translate('load')}
      </Button>
      <Button
        size="small"
        icon={<Icon name="download" />}
        onClick={() => download('modbus-points.csv', pointsCsv(points))}
      >
        {translate('save')}
      </Button>
      <Button
        size="small"
        icon={<Icon name="plus" />}
        disabled={points.length >= maximumPoints}
        onClick={onAdd}
      >
        {translate('add')}
      </Button>
    </header>
  )
}

/** The next point is most often of the same device. */
const lastOf = (points: readonly EnteredPoint[]): Partial<EnteredPoint> => {
  const last = points.at(-1)
  return last ? { lesiId: last.lesiId, unitId: last.unitId, table: last.table } : {}
}

/**
 * Reads a file of points, which take the place of those that are there. Those without a group are
 * of the one that is called `group` when the file has been read.
 */
function useReadFile(group: string, onRead: (points: readonly EnteredPoint[]) => void) {
  const translate = useTranslations('connectors.kinds.modbus-tcp.points')
  const latest = useLatest(group)
  return async (file: File) => {
    if (file.size > maximumFileBytes) return toast('error', translate('tooLarge'))
    try {
      const { linesOf } = await import('#kit/web/csv/csv-lines.ts')
      const read = readPoints(linesOf(await file.text()), latest.current)
      if ('points' in read) {
        onRead(read.points)
        toast('success', translate('loaded', { count: read.points.length }))
      } else if (read.missing.length > 0)
        toast('error', translate('missingColumns', { names: read.missing.join(', ') }))
      else toast('error', translate('unknownColumns', { names: read.unknown.join(', ') }))
    } catch {
      toast('error', translate('unreadable'))
    }
  }
}
