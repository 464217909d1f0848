import { localText } from '#kit/model/time/zone.ts'
import type { FileTable } from '#kit/server/table-files.ts'
import { guidance } from '../../contract/analysis/guidance.ts'
import type { AlarmGroup } from '../../contract/analysis/routes.ts'
import type { AlarmSource } from './alarm-columns.ts'
import type { AnalysisRequest, CountedAnalysis } from './analyse.ts'
import type { FileWords } from './file-words.ts'
import { describeGroup, type Grouping, type SourceGroup } from './group-alarms.ts'

/** Rows of a table; the most frequent ones. */
const maximumRows = 10_000

interface Described {
  readonly analysis: CountedAnalysis
  readonly request: Pick<AnalysisRequest, 'from' | 'to' | 'timezone'>
  readonly words: FileWords
  readonly placeOf: (source: AlarmSource) => Pick<AlarmGroup, 'device' | 'sensor'> | null
}

/** The tables of an analysis, that of sources first: what CSV has. */
export function tablesOf(described: Described): readonly FileTable[] {
  const groupings = ['sources', 'sensors', 'rules', 'devices'] as const
  const groups = groupings.map((grouping) => groupTable(described, grouping))
  return [...groups, figuresTable(described), hoursTable(described), chatterTable(described)]
}

const columnsOf = (...headers: readonly string[]) =>
  headers.map((header) => ({ header, width: Math.max(10, Math.min(40, header.length + 4)) }))
const percent = (share: number) => Math.round(share * 10_000) / 100

function groupHeads(words: FileWords): readonly string[] {
  return [
    ...[words.device, 'LESI ID', words.sensor, words.key, words.rule],
    ...[1, 2, 3].map((priority) => words.priority(priority)),
    ...[words.alarms, words.share, words.before],
  ]
}

function groupRow({ words, analysis, placeOf }: Described, group: SourceGroup, by: Grouping) {
  const { device, sensor, origin, ruleName, count, before, priorities } = describeGroup(
    group,
    by,
    placeOf,
  )
  const own = origin === 'lower' ? words.lower : words.upper
  return [
    ...[device?.name ?? null, device?.lesiId ?? null, sensor?.alias ?? null, sensor?.key ?? null],
    origin === null ? null : ruleName || own,
    ...priorities,
    ...[count, analysis.count === 0 ? 0 : percent(count / analysis.count)],
    analysis.before === null ? null : before,
  ]
}

function groupTable(described: Described, by: Grouping): FileTable {
  const { words, analysis } = described
  return {
    name: words[by],
    columns: columnsOf(...groupHeads(words)),
    rows: analysis.groups[by].slice(0, maximumRows).map((group) => groupRow(described, group, by)),
  }
}

function figuresTable({ words, analysis, request }: Described): FileTable {
  const { rate, priorities, medianToAcknowledgeMs } = analysis
  const moment = (time: number) => `${localText(time, request.timezone)} ${request.timezone}`
  const floods = rate.windows === 0 ? 0 : rate.floods / rate.windows
  return {
    name: words.figures,
    columns: columnsOf(words.figure, words.value, words.before, words.guide),
    rows: [
      [words.from, moment(request.from), moment(analysis.earlier.from), null],
      [words.to, moment(request.to), moment(analysis.earlier.to), null],
      [words.operators, rate.operators, null, null],
      [words.alarms, analysis.count, analysis.before, null],
      ...priorities.map((each, index) => [
        ...[words.priority(index + 1), each.count, analysis.before === null ? null : each.before],
        `${percent(guidance.priorityShares[index] ?? 0)} %`,
      ]),
      [
        words.median,
        medianToAcknowledgeMs === null ? null : medianToAcknowledgeMs / 1_000,
        null,
        null,
      ],
      [words.mean, Math.round(rate.mean * 1_000) / 1_000, null, `≤ ${guidance.meanRate}`],
      [words.busiest, (rate.busiest?.count ?? 0) / rate.operators, null, `< ${guidance.floodFrom}`],
      [words.floods, percent(floods), null, `< ${percent(guidance.floodShare)} %`],
      [words.chattering, analysis.chattering.length, null, String(guidance.chattering)],
      [words.hidden, analysis.hidden, null, null],
      [words.journal, analysis.journal, null, null],
    ],
  }
}

function hoursTable({ words, analysis: { hours } }: Described): FileTable {
  const nameOf = (day: string) =>
    hours.kind === 'dates' ? day : (words.weekdays[Number(day) - 1] ?? day)
  return {
    name: words.hours,
    columns: columnsOf(
      words.day,
      ...Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
    ),
    rows: hours.rows.map(({ day, cells }) => [nameOf(day), ...cells]),
  }
}

function chatterTable(described: Described): FileTable {
  const { words, analysis } = described
  return {
    name: words.chattering,
    columns: columnsOf(...groupHeads(words), words.maximumInMinute),
    rows: analysis.chattering
      .slice(0, maximumRows)
      .map(({ source, maximumInMinute }) => [
        ...groupRow(described, source, 'sources'),
        maximumInMinute,
      ]),
  }
}
