import * as antd from 'antd'
import { createElement, Fragment, type ReactNode } from 'react'

const [item, option, options] = [
  { key: 'a', label: 'a' },
  { value: 'a', label: 'a' },
  [{ value: 'a', label: 'a' }],
]

/** What stands in a layer of its own when it is open is drawn in place here. */
const opened = '_InternalPanelDoNotUseOrYouWillBeFired'

/** Shows each component that the application uses, with all parts that have styles. */
export function EveryComponent(): ReactNode {
  antd.App.useApp()
  const link = createElement('a', { href: '#' })
  return createElement(
    Fragment,
    null,
    createElement(antd.Alert, { title: 'a', description: 'a', closable: true, showIcon: true }),
    createElement(antd.AutoComplete, { options }),
    createElement(antd.Button, { type: 'primary' }, 'a'),
    createElement(antd.Checkbox.Group, { options }),
    createElement(antd.Collapse, { items: [{ ...item, children: 'a' }] }),
    createElement(antd.DatePicker),
    createElement(antd.DatePicker.RangePicker),
    createElement(antd.Drawer[opened], { title: 'a' }),
    createElement(antd.Dropdown[opened], { menu: { items: [item] } }, link),
    createElement(antd.Empty),
    createElement(antd.Form, null, createElement(field)),
    createElement(antd.Row, null, createElement(antd.Col)),
    createElement(antd.Input),
    createElement(antd.Input.OTP),
    createElement(antd.Input.Password),
    createElement(antd.Input.Search),
    createElement(antd.Input.TextArea),
    createElement(antd.InputNumber),
    createElement(antd.Menu, { items: [item] }),
    createElement(antd.message[opened], { content: 'a' }),
    createElement(antd.Modal, { open: true, getContainer: false }),
    createElement(antd.Modal[opened], { title: 'a' }),
    createElement(antd.Modal[opened], { type: 'confirm' }),
    createElement(antd.notification[opened], { title: 'a' }),
    createElement(antd.Pagination, { total: 500, showQuickJumper: true, showSizeChanger: true }),
    createElement(antd.Popconfirm[opened], { title: 'a' }),
    createElement(antd.Popover[opened], { title: 'a' }),
    createElement(antd.QRCode, { value: 'a', type: 'svg' }),
    createElement(antd.Radio.Group, { options, optionType: 'button' }),
    createElement(antd.Select, { mode: 'multiple', options: [option] }),
    createElement(antd.Skeleton),
    createElement(antd.Space, null, 'a'),
    createElement(antd.Space.Compact, null, createElement(antd.Button)),
    createElement(antd.Space.Addon, null, 'a'),
    createElement(antd.Spin),
    createElement(antd.Switch),
    createElement(table),
    createElement(antd.Tooltip[opened], { title: 'a' }),
    createElement(antd.Tree, { treeData: [{ key: 'a', title: 'a' }] }),
  )
}

const field = () =>
  createElement(
    antd.Form.Item,
    { label: 'a', help: 'a', validateStatus: 'error' },
    createElement(antd.Input),
  )

const table = () =>
  createElement(antd.Table<{ readonly key: string }>, {
    columns: [{ title: 'a', sorter: true, filters: [{ value: 'a', text: 'a' }] }],
    dataSource: [{ key: 'a' }],
    expandable: { expandedRowRender: () => 'a' },
    rowSelection: {},
  })
