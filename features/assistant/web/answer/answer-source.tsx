import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Answer, ModelPart } from '../../contract/answer.ts'

/** Who phrased the answer: the rules, or a model; and why the rules did in its place. */
export function AnswerSource({ answer: { model } }: { readonly answer: Answer }) {
  const translate = useTranslations('assistant.source')
  const name = isolated(model?.name ?? '')
  return (
    <p className="ask-source">
      {model === null && translate('rules')}
      {model?.fallback === null && translate('model', { name })}
      {model?.fallback && translate(`fallback.${model.fallback}`, { name })}
      {model?.trace && <Trace {...model.trace} />}
    </p>
  )
}

/** How it went, for administrators. */
function Trace({ failure, tools, tokens, durationMs }: NonNullable<ModelPart['trace']>) {
  const translate = useTranslations('assistant.source')
  const { number, duration } = useFormat()
  const parts = [
    translate('lookups', { count: tools.length }),
    ...(tokens === null ? [] : [translate('tokens', { count: tokens, figure: number(tokens) })]),
    duration(Math.max(durationMs, 1_000)),
    ...(failure === null ? [] : [failure]),
  ]
  return (
    <>
      {' '}
      <span className="number" title={tools.join(', ')}>
        {parts.join(' · ')}
      </span>
    </>
  )
}
