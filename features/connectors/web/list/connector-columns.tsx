import { useTranslations } from 'use-intl'
import type { Connector } from '#features/connectors/contract/connector.ts'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { noFigure } from '#kit/web/formats/number.ts'
import { useKindName } from '../kinds.ts'
import { ConnectorMenu } from './connector-menu.tsx'
import { PointProblems } from './point-problems.tsx'
import { ConnectorRate, ConnectorStateMark, LastFailure } from './connector-state.tsx'

interface ColumnsOptions {
  /** In the order of the list. */
  readonly connectors: readonly Connector[]
  readonly onEdit: (connector: Connector) => void
  readonly onRemove: (connector: Connector) => void
}

/** The list of connectors, column by column. */
export function useConnectorColumns({
  connectors,
  onEdit,
  onRemove,
}: ColumnsOptions): readonly RecordColumn<Connector>[] {
  const translate = useTranslations('connectors.columns')
  const kindName = useKindName()
  return [
    {
      key: 'name',
      title: translate('name'),
      card: 'head',
      render: (connector) => (
        <span key="name" className="connector-lines">
          <button
            type="button"
            className="connector-name"
            title={connector.name}
            onClick={() => onEdit(connector)}
          >
            {connector.name}
          </button>
          <small>{kindName(connector.kind)}</small>
        </span>
      ),
    },
    {
      key: 'address',
      title: translate('address'),
      render: ({ address }) => (
        <span className="connector-address" title={address}>
          {address || noFigure}
        </span>
      ),
    },
    {
      key: 'state',
      title: translate('state'),
      card: 'head',
      render: (connector) => <ConnectorStateMark key="state" connector={connector} />,
    },
    {
      key: 'rate',
      title: translate('rate'),
      render: (connector) => <ConnectorRate connector={connector} />,
    },
    {
      key: 'failure',
      title: translate('lastFailure'),
      render: (connector) => (
        <>
          <LastFailure connector={connector} />
          <PointProblems status={connector.status} />
        </>
      ),
    },
    {
      key: 'menu',
      title: translate('actions'),
      isTitleHidden: true,
      align: 'right',
      width: 48,
      card: 'bare',
      render: (connector) => (
        <ConnectorMenu {...{ connector, connectors, onEdit, onRemove }} key="menu" />
      ),
    },
  ]
}
