import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Input } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { RulesPreview, type SeenTopic } from '#features/connectors/contract/kinds/mqtt/discovery.ts'
import {
  matchTopic,
  parseTemplate,
} from '#features/connectors/contract/kinds/mqtt/topic-template.ts'
import { MappingRule } from '#features/connectors/contract/kinds/mqtt/mapping.ts'
import { browseConnector } from '#features/connectors/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { routeKey } from '#kit/web/calls/query-of.ts'
import { useEntries } from '../../../form/entries.tsx'
import { PreviewResult } from '../discovery/preview-result.tsx'
import type { EnteredRule } from './entered.ts'
import { Labelled } from '../../../form/labelled.tsx'

const pauseMs = 400
const maximumOptions = 50

interface RulePreviewProps {
  readonly rule: EnteredRule
  readonly isRule: boolean
  readonly seen: readonly SeenTopic[]
}

/** What the rule makes of a message, as it is typed. */
export function RulePreview({ rule, isRule, seen }: RulePreviewProps) {
  const translate = useTranslations('connectors.kinds.mqtt.preview')
  const fitting = useMemo(() => fittingTopics(rule.topic, seen), [rule.topic, seen])
  /** Null: the first that was seen, until somebody enters another one. */
  const [entered, setEntered] = useState<{ topic: string; payload: string } | null>(null)
  const [first] = fitting
  const { topic, payload } = entered ?? { topic: first?.topic ?? '', payload: first?.sample ?? '' }
  const result = usePreview(rule, isRule && topic !== '' ? topic : null, payload)
  return (
    <section className="mqtt-preview" aria-label={translate('title')}>
      <h3>{translate('title')}</h3>
      <div className="connector-pair">
        <Labelled label={translate('topic')}>
          {(id) => (
            <AutoComplete
              id={id}
              value={topic}
              options={fitting.slice(0, maximumOptions).map((each) => ({ value: each.topic }))}
              onChange={(value: string) => {
                const known = seen.find((each) => each.topic === value)
                setEntered({ topic: value, payload: known?.sample ?? payload })
              }}
            />
          )}
        </Labelled>
        <Labelled label={translate('message')}>
          {(id) => (
            <Input.TextArea
              id={id}
              className="connector-mono"
              autoSize={{ minRows: 1, maxRows: 8 }}
              maxLength={100_000}
              value={payload}
              onChange={({ target }) => setEntered({ topic, payload: target.value })}
            />
          )}
        </Labelled>
      </div>
      <div aria-live="polite">
        {!isRule && <p className="connector-note">{translate('incomplete')}</p>}
        {isRule && result && <PreviewResult preview={result} />}
      </div>
    </section>
  )
}

function fittingTopics(text: string, seen: readonly SeenTopic[]): readonly SeenTopic[] {
  const template = parseTemplate(text)
  if (!template) return []
  return seen.filter(({ topic }) => matchTopic(template, topic.split('/')) !== null)
}

/** The newest answer about what is there; null while there is none. */
function usePreview(rule: EnteredRule, topic: string | null, payload: string) {
  const { id, settings, secrets } = useEntries()
  const request = topic === null ? null : JSON.stringify({ rule, topic, payload })
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(request), pauseMs)
    return () => clearTimeout(timer)
  }, [request])
  const { data } = useQuery({
    queryKey: [...routeKey(browseConnector), 'preview', asked],
    queryFn: () => {
      const { rule: of, ...message } = PreviewInput.parse(JSON.parse(asked ?? ''))
      const request = { action: 'preview' as const, rules: [of], messages: [message] }
      const draft = { kind: 'mqtt', id, settings: { ...settings, rules: [] }, secrets }
      return call(browseConnector, { body: { ...draft, request: request } })
    },
    ...{ enabled: asked !== null, gcTime: 0, retry: false, meta: { quiet: true } },
  })
  const read = RulesPreview.safeParse(data?.data.found)
  return read.success ? read.data : null
}

const PreviewInput = z.object({ rule: MappingRule, topic: z.string(), payload: z.string() })
