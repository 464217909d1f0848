import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import {
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import type { Command, Plugin } from 'prosemirror-state'
import { articleSchema } from './schema.ts'

const { nodes, marks } = articleSchema

const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
}

/** `# `, `## `, `- `, `1. `, `> ` and three backticks at the start of a line. */
const rules = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{1,2})\s$/, nodes.heading, ([, signs = '#']) => ({
      level: signs.length + 1,
    })),
    wrappingInputRule(/^\s*[-*]\s$/, nodes.bullet_list),
    wrappingInputRule(/^1\.\s$/, nodes.ordered_list),
    wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
    textblockTypeInputRule(/^```$/, nodes.code_block),
  ],
})

/**
 * Keys, rules and history of the editor. The tab key moves on, as everywhere: lists are indented
 * with Ctrl+] and Ctrl+[.
 */
export function articlePlugins(): Plugin[] {
  return [
    rules,
    keymap({
      'Mod-z': undo,
      'Shift-Mod-z': redo,
      'Mod-y': redo,
      Backspace: undoInputRule,
      'Mod-b': toggleMark(marks.strong),
      'Mod-i': toggleMark(marks.em),
      'Mod-`': toggleMark(marks.code),
      'Mod-Alt-0': setBlockType(nodes.paragraph),
      'Mod-Alt-2': setBlockType(nodes.heading, { level: 2 }),
      'Mod-Alt-3': setBlockType(nodes.heading, { level: 3 }),
      Enter: splitListItem(nodes.list_item),
      'Mod-[': liftListItem(nodes.list_item),
      'Mod-]': sinkListItem(nodes.list_item),
      'Shift-Enter': chainCommands(exitCode, insertBreak),
    }),
    keymap(baseKeymap),
    history(),
  ]
}
