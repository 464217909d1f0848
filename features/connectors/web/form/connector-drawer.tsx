import { useQuery } from '@tanstack/react-query'
import { App, Button, Drawer, Form, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { maximumNameLength } from '#features/connectors/contract/connector.ts'
import { EditConflict } from '#kit/web/antd/antd-edit-conflict.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { KindForm } from '../kind-form.ts'
import { kindManifests, useKindName } from '../kinds.ts'
import { PointProblems } from '../list/point-problems.tsx'
import { connectorQuery, connectorStatusQuery } from '../list/query-connectors.ts'
import { ConnectorTest } from './connector-test.tsx'
import { EntriesProvider } from './entries.tsx'
import { FieldFrame } from './fields.tsx'
import {
  entriesOf,
  useConnectorEditing,
  type InterruptedConnector,
} from './use-connector-editing.ts'

interface ConnectorDrawerProps {
  /** Null: a new one. */
  readonly id: number | null
  /** What the form starts with, after a session that ended before it was saved. */
  readonly interrupted: InterruptedConnector | undefined
  readonly onClose: () => void
}

/** A connector to be entered or changed: its kind, then what the kind asks for. */
export function ConnectorDrawer({ id, interrupted, onClose }: ConnectorDrawerProps) {
  const translate = useTranslations('connectors.form')
  const stored = useQuery({
    ...connectorQuery(id ?? 0),
    enabled: id !== null && interrupted === undefined,
  })
  const [chosen, setChosen] = useState(kindManifests[0]?.kind ?? '')
  const kind = interrupted?.entries.kind ?? stored.data?.kind ?? chosen
  const form = useKindForm(kind)
  const initial =
    interrupted ??
    (stored.data ? { base: stored.data, entries: entriesOf(stored.data) } : undefined) ??
    (id === null && form.data ? newConnector(kind, form.data) : undefined)
  const failed = [stored, form].find(({ isError, data }) => isError && data === undefined)
  if (failed || !initial || !form.data)
    return (
      <Drawer
        open
        onClose={onClose}
        title={translate(id === null ? 'addTitle' : 'title')}
        size={760}
      >
        {failed && (
          <FailureNotice
            error={failed.error}
            onRetry={() => void failed.refetch()}
            missing={{ title: translate('missingTitle'), text: translate('missingText') }}
          />
        )}
      </Drawer>
    )
  return (
    <ConnectorForm
      key={kind}
      {...{ initial, onClose }}
      form={form.data}
      isRestored={interrupted !== undefined}
      onKind={setChosen}
    />
  )
}

/** The form of a kind, once its code is there. */
function useKindForm(kind: string) {
  return useQuery({
    queryKey: ['connector form', kind],
    queryFn: async () => {
      const manifest = kindManifests.find((each) => each.kind === kind)
      if (!manifest) throw new Error(`there is no form of ${kind}`)
      return (await manifest.load()).default
    },
    staleTime: Infinity,
    meta: { quiet: true },
  })
}

const newConnector = (kind: string, { initial }: KindForm): InterruptedConnector => ({
  ...{ base: null, entries: { kind, name: '', settings: initial, secrets: {} } },
})

interface ConnectorFormProps {
  readonly initial: InterruptedConnector
  readonly form: KindForm
  readonly isRestored: boolean
  readonly onKind: (kind: string) => void
  readonly onClose: () => void
}

function ConnectorForm({ initial, form, isRestored, onKind, onClose }: ConnectorFormProps) {
  const translate = useTranslations('connectors.form')
  const editing = useConnectorEditing(initial, isRestored, onClose)
  const { entries, base, errors } = editing
  const close = useConfirmedClose(editing, onClose)
  const formId = useId()
  return (
    <Drawer
      open
      onClose={close}
      title={translate(base === null ? 'addTitle' : 'title')}
      size={760}
      footer={
        <div className="connector-foot">
          <Button onClick={close}>{translate('cancel')}</Button>
          <Button
            type="primary"
            htmlType="submit"
            form={formId}
            disabled={base !== null && !editing.isDirty}
            loading={editing.isPending}
          >
            {translate(base === null ? 'add' : 'save')}
          </Button>
        </div>
      }
    >
      <Form id={formId} layout="vertical" onFinish={editing.save} autoComplete="off">
        {editing.theirs && (
          <EditConflict
            title={translate('conflictTitle')}
            onTakeTheirs={editing.theirs.take}
            onKeepMine={editing.theirs.overwrite}
          />
        )}
        <EntriesProvider
          value={{
            ...{ settings: entries.settings, secrets: entries.secrets, errors },
            ...{ id: base?.id ?? null, storedSecrets: base?.secrets ?? [] },
            change: (part) =>
              editing.change({ settings: { ...entries.settings, ...part } }, Object.keys(part)),
            changeSecret(name, value) {
              const { [name]: _before, ...others } = entries.secrets
              editing.change(
                { secrets: value === undefined ? others : { ...others, [name]: value } },
                [`secrets.${name}`],
              )
            },
          }}
        >
          <div className="connector-pair">
            <KindField kind={entries.kind} isNew={base === null} onKind={onKind} />
            <NameField
              name={entries.name}
              error={errors.get('name')}
              onChange={(name) => editing.change({ name }, ['name'])}
            />
          </div>
          {base !== null && <PresentProblems id={base.id} />}
          <form.Fields />
        </EntriesProvider>
        <ConnectorTest
          id={base?.id ?? null}
          entries={entries}
          Found={form.Found}
          onRefused={(error) => void editing.showRefusal(error)}
        />
      </Form>
    </Drawer>
  )
}

/** What has no good value while the form is open. */
function PresentProblems({ id }: { readonly id: number }) {
  const status = useQuery(connectorStatusQuery(id)).data
  return status ? <PointProblems status={status} isOpen /> : null
}

/** Asks before entries are dropped. */
function useConfirmedClose(
  { isDirty, discard }: Pick<ReturnType<typeof useConnectorEditing>, 'isDirty' | 'discard'>,
  onClose: () => void,
) {
  const translate = useTranslations('connectors.form')
  const { modal } = App.useApp()
  return () => {
    if (!isDirty) return onClose()
    void modal.confirm({
      title: translate('discardTitle'),
      content: translate('discardText'),
      okText: translate('discard'),
      cancelText: translate('stay'),
      icon: null,
      onOk: () => {
        discard()
        onClose()
      },
    })
  }
}

interface KindFieldProps {
  readonly kind: string
  readonly isNew: boolean
  readonly onKind: (kind: string) => void
}

/** What is stored stays of its kind. */
function KindField({ kind, isNew, onKind }: KindFieldProps) {
  const translate = useTranslations('connectors.form')
  const nameOf = useKindName()
  const id = useId()
  const options = kindManifests.map((each) => ({ value: each.kind, label: nameOf(each.kind) }))
  return (
    <FieldFrame id={id} name="kind" label={translate('kind')} error={undefined}>
      <Select id={id} value={kind} options={options} disabled={!isNew} onChange={onKind} />
    </FieldFrame>
  )
}

interface NameFieldProps {
  readonly name: string
  readonly error: string | undefined
  readonly onChange: (name: string) => void
}

function NameField({ name, error, onChange }: NameFieldProps) {
  const translate = useTranslations('connectors.form')
  const id = useId()
  return (
    <FieldFrame id={id} name="name" label={translate('name')} error={error}>
      <Input
        id={id}
        value={name}
        maxLength={maximumNameLength}
        onChange={({ target }) => onChange(target.value)}
      />
    </FieldFrame>
  )
}
