import { Alert, Button, Input, Modal, Spin } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SurveyResult, type SeenTopic } from '#features/connectors/contract/kinds/mqtt/discovery.ts'
import { maximumSurveySeconds } from '#features/connectors/contract/kinds/mqtt/limits.ts'
import type { MappingRule } from '#features/connectors/contract/kinds/mqtt/mapping.ts'
import type { FailureReport } from '#features/connectors/contract/connector.ts'
import { NumberInput } from '../../../form/fields.tsx'
import { useFailureText } from '../../../list/use-failure-text.ts'
import { Labelled } from '../../../form/labelled.tsx'
import { useBrowse } from '../use-browse.ts'
import { Proposals } from './proposals.tsx'
import { TopicTreeView } from './topic-tree-view.tsx'

interface DiscoveryDialogProps {
  /** Rules that are there already: their proposals are not chosen again. */
  readonly taken: readonly MappingRule[]
  readonly onSeen: (topics: readonly SeenTopic[]) => void
  readonly onTake: (rules: readonly MappingRule[]) => void
  readonly onClose: () => void
}

/** How a look went. */
interface Outcome {
  readonly failure: FailureReport | null
  /** The server did not look: what was entered is not accepted. */
  readonly isRefused: boolean
  readonly survey: SurveyResult | null
}

const nothingYet: Outcome = { failure: null, isRefused: false, survey: null }

/** A look at the broker: what is published there, and what could be taken over. */
export function DiscoveryDialog({ taken, onSeen, onTake, onClose }: DiscoveryDialogProps) {
  const translate = useTranslations('connectors.kinds.mqtt.discovery')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { outcome, isPending, start } = useLook((survey) => {
    onSeen(survey.topics)
    setChosen(notTaken(survey, taken))
  })
  const { survey } = outcome
  const proposals = survey?.proposals ?? []
  const rules = proposals.flatMap(({ proposal }, index) =>
    chosen.has(index) ? proposal.rules : [],
  )
  return (
    <Modal
      open
      width={1080}
      title={translate('title')}
      okText={translate('take', { count: rules.length })}
      cancelText={translate('cancel')}
      okButtonProps={{ disabled: rules.length === 0 }}
      onOk={() => onTake(rules)}
      onCancel={onClose}
    >
      <LookFields isPending={isPending} onStart={start} />
      <div aria-live="polite">
        {!isPending && <BrowseProblem {...outcome} />}
        {!isPending && survey && <Summary survey={survey} />}
      </div>
      {!isPending && survey && survey.topicCount > 0 && (
        <div className="mqtt-seen">
          <Proposals proposals={proposals} chosen={chosen} onChoose={setChosen} />
          <TopicTreeView survey={survey} />
        </div>
      )}
    </Modal>
  )
}

/** Looks, and says how it went. */
function useLook(onSurvey: (survey: SurveyResult) => void) {
  const { mutate, isPending } = useBrowse()
  const [outcome, setOutcome] = useState<Outcome>(nothingYet)
  const start = (filter: string, seconds: number) =>
    mutate(
      { action: 'survey', filter, seconds },
      {
        onSuccess: ({ data: { failure, found } }) => {
          const read = SurveyResult.safeParse(found)
          setOutcome({ failure, isRefused: false, survey: read.success ? read.data : null })
          if (read.success) onSurvey(read.data)
        },
        onError: () => setOutcome({ ...nothingYet, isRefused: true }),
      },
    )
  return { outcome, isPending, start }
}

interface LookFieldsProps {
  readonly isPending: boolean
  readonly onStart: (filter: string, seconds: number) => void
}

/** Which topics to look at, and for how long. */
function LookFields({ isPending, onStart }: LookFieldsProps) {
  const translate = useTranslations('connectors.kinds.mqtt.discovery')
  const units = useTranslations('common.units')
  const [filter, setFilter] = useState('#')
  const [seconds, setSeconds] = useState<number | string>(10)
  const length = typeof seconds === 'number' ? Math.round(seconds) : 0
  const isAsked = length >= 1 && length <= maximumSurveySeconds
  const start = () => isAsked && !isPending && onStart(filter, length)
  return (
    <>
      <div className="mqtt-discovery">
        <Labelled label={translate('filter')}>
          {(id) => (
            <Input
              id={id}
              className="connector-mono"
              value={filter}
              onChange={({ target }) => setFilter(target.value)}
              onPressEnter={start}
            />
          )}
        </Labelled>
        <Labelled label={translate('seconds')}>
          {(id) => (
            <NumberInput
              id={id}
              value={seconds}
              unit={units('second')}
              isWrong={!isAsked}
              onChange={setSeconds}
            />
          )}
        </Labelled>
        <Button type="primary" loading={isPending} disabled={!isAsked} onClick={start}>
          {translate('start')}
        </Button>
      </div>
      <p className="connector-note" role="status">
        {isPending && (
          <>
            <Spin size="small" /> {translate('listening', { seconds: length })}
          </>
        )}
      </p>
    </>
  )
}

/** Proposals that say something new. */
function notTaken({ proposals }: SurveyResult, taken: readonly MappingRule[]): ReadonlySet<number> {
  const topics = new Set(taken.map(({ topic }) => topic))
  const fresh = proposals.flatMap(({ proposal: { rules } }, index) =>
    rules.some(({ topic }) => !topics.has(topic)) ? [index] : [],
  )
  return new Set(fresh)
}

function BrowseProblem({ failure, isRefused }: Outcome) {
  const textOf = useFailureText()
  const translate = useTranslations('connectors.kinds.mqtt.discovery')
  if (failure)
    return (
      <Alert
        type="error"
        showIcon
        title={textOf(failure)}
        description={<span lang="en">{failure.detail}</span>}
      />
    )
  return isRefused ? <Alert type="error" showIcon title={translate('refused')} /> : null
}

function Summary({ survey }: { readonly survey: SurveyResult }) {
  const translate = useTranslations('connectors.kinds.mqtt.discovery')
  const { messages, topicCount, leftOut } = survey
  return (
    <p className="connector-note">
      {messages === 0
        ? translate('silence')
        : translate('summary', { messages, topics: topicCount })}
      {leftOut > 0 && ` ${translate('leftOut', { count: leftOut })}`}
    </p>
  )
}
