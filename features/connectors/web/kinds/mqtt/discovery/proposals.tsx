import { Checkbox } from 'antd'
import { useTranslations } from 'use-intl'
import type {
  ForeignFormat,
  SurveyResult,
} from '#features/connectors/contract/kinds/mqtt/discovery.ts'
import { productNames } from './format-name.ts'
import { PreviewResult } from './preview-result.tsx'

interface ProposalsProps {
  readonly proposals: SurveyResult['proposals']
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (chosen: ReadonlySet<number>) => void
}

/** What could be taken over, each with what it would give. */
export function Proposals({ proposals, chosen, onChoose }: ProposalsProps) {
  const translate = useTranslations('connectors.kinds.mqtt.discovery')
  const formats = useTranslations('connectors.kinds.mqtt.formats')
  const nameOf = (format: ForeignFormat) =>
    productNames[format] ?? formats(format === 'json' ? 'json' : 'plain')
  const toggle = (index: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(index)
    else next.delete(index)
    onChoose(next)
  }
  return (
    <section aria-label={translate('proposals')}>
      <h3>{translate('proposals')}</h3>
      {proposals.length === 0 && <p className="connector-note">{translate('noProposals')}</p>}
      <ul className="mqtt-proposals">
        {proposals.map(({ proposal, preview }, index) => (
          <li key={index}>
            <Checkbox
              checked={chosen.has(index)}
              disabled={proposal.rules.length === 0}
              onChange={({ target }) => toggle(index, target.checked)}
            >
              {nameOf(proposal.format)} <span className="connector-mono">{proposal.place}</span>
            </Checkbox>
            {proposal.rules.length > 0 && (
              <p className="connector-note">
                {translate('gives', {
                  ...{ topics: proposal.topics, devices: preview.deviceCount },
                  sensors: preview.sensorCount,
                })}
              </p>
            )}
            {proposal.remarks.map((remark) => (
              <p key={remark} className="connector-note" lang="en">
                {remark}
              </p>
            ))}
            {(preview.deviceCount > 0 || preview.problemCount > 0) && (
              <details>
                <summary>
                  {preview.problemCount > 0
                    ? translate('detailsWithProblems', { count: preview.problemCount })
                    : translate('details')}
                </summary>
                <PreviewResult preview={preview} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
