import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { articleSchema } from './schema.ts'

const { nodes, marks } = articleSchema

export const actionNames = [
  ...(['strong', 'em', 'code', 'heading2', 'heading3', 'bullets', 'numbers', 'quote'] as const),
  ...(['codeBlock', 'rule', 'undo', 'redo'] as const),
]
export type ActionName = (typeof actionNames)[number]

interface ToolbarAction {
  readonly run: Command
  /** Absent: it is nothing that a text is. */
  readonly isActive?: (state: EditorState) => boolean
}

function markAction(type: MarkType): ToolbarAction {
  return { run: toggleMark(type), isActive: (state) => hasMark(state, type) }
}

/** Whether the selection, or what is typed next, has the mark. */
export function hasMark(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
  return state.doc.rangeHasMark(from, to, type)
}

/** Makes the block this type; a second time a paragraph again. */
function blockAction(type: NodeType, attrs?: { readonly level: number }): ToolbarAction {
  const isActive = ({ selection: { $from } }: EditorState) =>
    $from.parent.type === type && (!attrs || $from.parent.attrs['level'] === attrs.level)
  return {
    isActive,
    run: (state, dispatch, view) =>
      (isActive(state) ? setBlockType(nodes.paragraph) : setBlockType(type, attrs ?? null))(
        state,
        dispatch,
        view,
      ),
  }
}

const isInside = ({ selection: { $from } }: EditorState, type: NodeType): boolean =>
  Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).some(
    (node) => node.type === type,
  )

function wrapAction(type: NodeType, wrap: Command, unwrap: Command): ToolbarAction {
  const isActive = (state: EditorState) => isInside(state, type)
  return {
    isActive,
    run: (state, dispatch, view) => (isActive(state) ? unwrap : wrap)(state, dispatch, view),
  }
}

const insertRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.horizontal_rule.create()).scrollIntoView())
  return true
}

const outOfList = liftListItem(nodes.list_item)

/** What each button of the toolbar does. */
export const toolbarActions: Readonly<Record<ActionName, ToolbarAction>> = {
  strong: markAction(marks.strong),
  em: markAction(marks.em),
  code: markAction(marks.code),
  heading2: blockAction(nodes.heading, { level: 2 }),
  heading3: blockAction(nodes.heading, { level: 3 }),
  bullets: wrapAction(nodes.bullet_list, wrapInList(nodes.bullet_list), outOfList),
  numbers: wrapAction(nodes.ordered_list, wrapInList(nodes.ordered_list), outOfList),
  quote: wrapAction(nodes.blockquote, wrapIn(nodes.blockquote), lift),
  codeBlock: blockAction(nodes.code_block),
  rule: { run: insertRule },
  undo: { run: undo },
  redo: { run: redo },
}
