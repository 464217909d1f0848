import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FailureReport } from '#features/connectors/contract/connector.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useFailureText } from '../list/use-failure-text.ts'
import type { KindForm } from '../kind-form.ts'
import type { ConnectorEntries } from './entries.tsx'
import { useTestConnector } from './use-save-connector.ts'

interface TestResult {
  /** The entries that were tried: others have not been. */
  readonly entries: ConnectorEntries
  readonly failure: FailureReport | null
  readonly found: unknown
}

interface ConnectorTestProps {
  readonly id: number | null
  readonly entries: ConnectorEntries
  readonly Found: KindForm['Found']
  readonly onRefused: (error: unknown) => void
}

/** Tries the connection before it is stored, and says how it went. */
export function ConnectorTest({ id, entries, Found, onRefused }: ConnectorTestProps) {
  const translate = useTranslations('connectors.test')
  const textOf = useFailureText()
  const { mutate, isPending } = useTestConnector()
  const [tested, setTested] = useState<TestResult | null>(null)
  const start = () => {
    setTested(null)
    mutate(
      { id, entries },
      { onSuccess: ({ data }) => setTested({ ...data, entries }), onError: onRefused },
    )
  }
  const isCurrent = tested?.entries === entries
  return (
    <section className="connector-test" aria-label={translate('title')}>
      <Button icon={<Icon name="analog" />} loading={isPending} onClick={start}>
        {translate('start')}
      </Button>
      <div aria-live="polite">
        {tested && !isCurrent && <p className="connector-note">{translate('changed')}</p>}
        {tested?.failure && isCurrent && (
          <Alert
            type="error"
            showIcon
            title={textOf(tested.failure)}
            description={<span lang="en">{tested.failure.detail}</span>}
          />
        )}
        {tested && tested.failure === null && isCurrent && (
          <>
            <Alert type="success" showIcon title={translate('connected')} />
            <Found found={tested.found} />
          </>
        )}
      </div>
    </section>
  )
}
