import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { EditConflict } from '#kit/web/antd/forms/antd-edit-conflict.tsx'
import { FormDrawer } from '#kit/web/antd/forms/antd-form-drawer.tsx'
import type { KindForm } from '../kind-form.ts'
import { PointProblems } from '../list/point-problems.tsx'
import { connectorStatusQuery } from '../list/query-connectors.ts'
import { ConnectorTest } from './connector-test.tsx'
import { EntriesProvider } from './entries.tsx'
import { useShownPaths } from './shown-paths.ts'
import { useConnectorEditing, type InterruptedConnector } from './use-connector-editing.ts'
import { KindField, NameField } from './connector-fields.tsx'
import { useConfirmedClose } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { OtherErrors } from '#kit/web/antd/forms/antd-other-errors.tsx'
import { errorsElsewhere } from '#kit/web/calls/errors-elsewhere.ts'
import { useCloseOnce } from '#kit/web/screens/late-answers.ts'

interface ConnectorFormProps {
  readonly initial: InterruptedConnector
  readonly form: KindForm
  /** It begins with what somebody has entered and nobody saved. */
  readonly isTouched: boolean
  /** Another kind, which takes the name along. */
  readonly onKind: (kind: string, name: string) => void
  readonly onClose: () => void
}

export function ConnectorForm({ initial, form, isTouched, onKind, onClose }: ConnectorFormProps) {
  const translate = useTranslations('connectors.form')
  const closeOnce = useCloseOnce(onClose)
  const editing = useConnectorEditing(initial, isTouched, closeOnce)
  const { entries, base, errors } = editing
  const close = useConfirmedClose({ ...editing, onClose: closeOnce })
  const formId = useId()
  const shown = useShownPaths()
  return (
    <FormDrawer
      title={translate(base === null ? 'addTitle' : 'title')}
      size={760}
      formId={formId}
      cancel={translate('cancel')}
      submit={translate(base === null ? 'add' : 'save')}
      isUnchanged={base !== null && !editing.isDirty}
      isPending={editing.isPending}
      onClose={close}
    >
      <Form id={formId} layout="vertical" onFinish={editing.save} autoComplete="off">
        {editing.theirs && (
          <EditConflict
            title={translate('conflictTitle')}
            onTakeTheirs={editing.theirs.take}
            onKeepMine={editing.theirs.overwrite}
          />
        )}
        <OtherErrors texts={errorsElsewhere(errors, shown.paths)} />
        <EntriesProvider
          value={{
            ...{ settings: entries.settings, secrets: entries.secrets, errors },
            showPath: shown.show,
            ...{ id: base?.id ?? null, storedSecrets: base?.secrets ?? [] },
            change: (part) =>
              editing.change(
                ({ settings }) => ({ settings: { ...settings, ...part } }),
                [...['settings', ...Object.keys(part)]],
              ),
            changeSecret: (name, value) =>
              editing.change(
                ({ secrets: { [name]: _before, ...others } }) => ({
                  secrets: value === undefined ? others : { ...others, [name]: value },
                }),
                [`secrets.${name}`],
              ),
          }}
        >
          <div className="connector-pair">
            <KindField
              kind={entries.kind}
              isNew={base === null}
              error={errors.get('kind')}
              onKind={(kind) => onKind(kind, entries.name)}
            />
            <NameField
              name={entries.name}
              error={errors.get('name')}
              onChange={(name) => editing.change(() => ({ name }), ['name'])}
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
    </FormDrawer>
  )
}

/** What has no good value while the form is open. */
function PresentProblems({ id }: { readonly id: number }) {
  const status = useQuery(connectorStatusQuery(id)).data
  return status ? <PointProblems status={status} isOpen /> : null
}
