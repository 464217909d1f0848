import { useTranslations } from 'use-intl'
import type { ConnectorStatus } from '#features/connectors/contract/connector.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'

interface PointProblemsProps {
  readonly status: Pick<ConnectorStatus, 'problemCount' | 'problems'>
  readonly isOpen?: boolean
}

/** The points that have no good value now: how many, and the first with their place and why. */
export function PointProblems({ status, isOpen = false }: PointProblemsProps) {
  const translate = useTranslations('connectors.problems')
  const { number } = useFormat()
  const { problemCount, problems } = status
  if (problemCount === 0) return null
  const more = problemCount - problems.length
  return (
    <details className="connector-problems" open={isOpen}>
      <summary>{translate('count', { count: problemCount, figure: number(problemCount) })}</summary>
      <ul>
        {problems.map(({ lesiId, key, place, reason }) => (
          <li key={`${lesiId} ${key}`}>
            <span>
              {lesiId} · {key}
            </span>
            <small lang="en">
              <span className="connector-mono">{place}</span>: {reason}
            </small>
          </li>
        ))}
        {more > 0 && <li>{translate('more', { figure: number(more) })}</li>}
      </ul>
    </details>
  )
}
