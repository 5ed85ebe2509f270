import { History, SquarePen } from 'lucide-react'
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { navigate } from '../../lib/navigation/navigate.ts'
import { CHAT_MESSAGE_LIMIT, CONTINUE_QUESTION } from '../../../../domain/growth-chat.ts'
import { accessToken } from '../../lib/session/client.ts'
import { config } from '../../lib/session/config.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { isOffline, useOffline } from '../../lib/offline/network.ts'
import { rowsOf, useOutbox, useUnsent } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { useLinkedId } from '../../lib/data/linked-row.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import { requestAction } from '../../ui/actions.ts'
import { Button } from '../../ui/Button.tsx'
import { hasTouchKeyboard } from '../../ui/has-touch-keyboard.ts'
import { ChatBody, ChatPanel, Composer } from '../../ui/Chat.tsx'
import { Conversation } from '../../ui/Conversation.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { OutboxList } from '../../ui/OutboxList.tsx'
import { announcementOf } from './announcement.ts'
import { AskContext } from './AskedQuestions.tsx'
import { conversationOf, isAnswering, questionDraft } from './conversation.ts'
import { newConversation, startConversation, useChosenConversation } from './conversations.ts'
import { useHistory } from './history.ts'
import { Message } from './Message.tsx'
import { QuickActions } from './QuickActions.tsx'
import { shownId, shownMessages } from './shown-messages.ts'
import { useConversation } from './use-conversation.ts'
import { chatTexts } from './chat-texts.ts'

const ConversationList = lazyDialog(() => import('./ConversationList.tsx'), 'ConversationList')

export function CofounderChat() {
  const target = useLinkedId()
  const chosen = useChosenConversation(useAccount().id, target)
  if (chosen.id === undefined)
    return (
      <ChatPanel>
        <ChatBody>
          <Skeleton />
        </ChatBody>
      </ChatPanel>
    )
  return <ChosenConversation {...chosen} id={chosen.id} target={target} />
}

interface ChosenConversationProps {
  /** Of the conversation. */
  id: string
  choose: (id: string) => void
  target: string | undefined
}

function ChosenConversation({ id: conversation, choose, target }: ChosenConversationProps) {
  const { id: user } = useAccount()
  const { turns: all, current, send, stop, forget } = useConversation()
  const turns = all.filter((turn) => turn.conversation === conversation)
  const isBusy = isAnswering(turns)
  const { query, isPart, hasEarlier, isLoadingEarlier, loadEarlier } = useHistory(user, conversation, target)
  const [isListOpen, setIsListOpen] = useState(false)
  /** The turn that is asked again in other words. */
  const [editing, setEditing] = useState<string>()
  const showLatest = () => navigate('/chat', { replace: true })
  const [text, setText] = useDraft(user, questionDraft(conversation), '')
  const unsent = useUnsent(user, 'question')
  const unsentHere = unsent.rows.filter((row) => conversationOf(row) === conversation)
  const isWithoutNetwork = useOffline()
  /** Those that wait for the answer before them. */
  const queued = useOutbox(user, 'question').filter(
    (row) =>
      row.state === 'new' &&
      conversationOf(row) === conversation &&
      isAnswering(all) &&
      !turns.some((turn) => turn.id === row.id),
  )

  /** Whether a question is entered whose answer has not begun. */
  const isEntered = () =>
    !isOffline() && rowsOf(user, 'question').some((row) => row.state === 'new' && conversationOf(row) === conversation)
  const isAnsweringHere = () => isAnswering(current().filter((turn) => turn.conversation === conversation))

  const ask = async (question: string) => {
    if (isBusy || isEntered()) return
    if (!question.trim()) return toastError(chatTexts.empty)
    // Without a network an expired session cannot be refreshed, and the question waits.
    if (!isOffline() && !(await accessToken())) return toastError(chatTexts.notSignedIn)
    // Another question may have been sent since, or more typed.
    if (isAnsweringHere() || isEntered()) return
    setText((now) => (now === question ? '' : now))
    if (target) showLatest()
    send(question.trim(), conversation, editing)
    startConversation(user, conversation)
    setEditing(undefined)
  }

  // The same function for each render, so that typing renders no message.
  const latestAsk = useRef(ask)
  useEffect(() => void (latestAsk.current = ask))
  const continueAnswer = useCallback(() => void latestAsk.current(CONTINUE_QUESTION), [])

  /** Puts the last question into the message box. Its answer stays: the next one stands below it. */
  const edit = (id: string, question: string) => {
    setEditing(id.replace(/:user$/, ''))
    setText((typed) => (typed === question ? typed : [question, typed].filter(Boolean).join('\n')))
    requestAction('question')
  }
  const latestEdit = useRef(edit)
  useEffect(() => void (latestEdit.current = edit))

  // The current turn is shown even while the history fails to load.
  const stored = query.data ?? (turns.length > 0 ? [] : undefined)
  const messages = stored && shownMessages(stored, isPart ? [] : turns)
  const lastQuestion = isBusy || isPart ? undefined : messages?.findLast(({ role }) => role === 'user')
  const lastId = lastQuestion?.id
  const lastText = lastQuestion?.content ?? ''
  const editLast = useMemo(
    () => (lastId === undefined ? undefined : () => latestEdit.current(lastId, lastText)),
    [lastId, lastText],
  )
  const targetMessage = stored?.find(({ id }) => id === target)

  const open = (id: string) => {
    if (target) showLatest()
    choose(id)
    setEditing(undefined)
    setIsListOpen(false)
    if (!hasTouchKeyboard()) requestAction('question')
  }

  return (
    <ChatPanel>
      <Head
        onNew={() => open(messages?.length === 0 ? conversation : newConversation(user))}
        onList={() => startTransition(() => setIsListOpen(true))}
      />
      {isListOpen && (
        <ConversationList
          current={conversation}
          busy={all.filter(({ state }) => state !== 'answered').map((turn) => turn.conversation)}
          onChoose={open}
          onDeleted={(id) => {
            forget(id)
            if (id === conversation) choose(newConversation(user))
          }}
          onClose={() => setIsListOpen(false)}
        />
      )}
      <p aria-live="polite" className="sr-only">
        {announcementOf(turns.at(-1))}
      </p>
      <ChatBody>
        <AskContext value={{ ask: (question) => void ask(question), isBusy }}>
          <Loaded
            query={{ ...query, data: messages }}
            failed={chatTexts.loadFailed}
            isEmpty={(all) => all.length === 0}
            empty={<Opening />}
          >
            {(all) => (
              <Conversation
                key={`${conversation}:${targetMessage?.id}`}
                target={targetMessage && shownId(targetMessage)}
                onLatest={isPart ? showLatest : undefined}
                label="Conversation with the AI Co-Founder"
                messages={all}
                momentOf={({ at }) => at}
                questionOf={({ role, content }) => (role === 'user' ? content : undefined)}
                hasEarlier={hasEarlier}
                isLoadingEarlier={isLoadingEarlier}
                onLoadEarlier={loadEarlier}
                isOwn={({ state }) => state === 'thinking'}
                growth={all.at(-1)?.content.length ?? 0}
              >
                {(message) => (
                  <Message
                    {...message}
                    onEdit={message.id === lastId ? editLast : undefined}
                    onContinue={message.id === all.at(-1)?.id && !isPart ? continueAnswer : undefined}
                  />
                )}
              </Conversation>
            )}
          </Loaded>
        </AskContext>
      </ChatBody>
      <QuickActions
        isBusy={isBusy}
        onChoose={(action) => {
          void ask(action)
          if (!hasTouchKeyboard()) requestAction('question')
        }}
      />
      <Composer
        label="Message to the AI Co-Founder"
        placeholder="Ask about your growth..."
        text={text}
        limit={CHAT_MESSAGE_LIMIT}
        action="question"
        onKeyDown={({ key }) => key === 'Escape' && setEditing(undefined)}
        note={
          <>
            {editing !== undefined && (
              <p className="flex w-full items-center gap-2 text-sm text-muted">
                This asks your last question again, in these words.
                <Button variant="ghost" size="sm" onClick={() => setEditing(undefined)}>
                  Cancel
                </Button>
              </p>
            )}
            <OutboxList
              rows={[...unsentHere, ...queued].map(({ id, payload, reason }) => ({
                id,
                label: payload.question,
                reason,
              }))}
              isOffline={isWithoutNetwork}
              onEdit={(id) =>
                unsent.edit(id, ({ question }) => setText((typed) => [question, typed].filter(Boolean).join('\n')))
              }
              onDiscard={unsent.discard}
            />
          </>
        }
        stop={isBusy ? { onStop: () => void stop(), isStopping: turns.at(-1)?.state === 'stopping' } : undefined}
        onType={setText}
        onSend={() => void ask(text)}
      />
    </ChatPanel>
  )
}

const Head = ({ onNew, onList }: { onNew: () => void; onList: () => void }) => (
  <div className="flex items-center gap-1 border-b border-border py-1 pr-2 pl-4 sm:pl-5 print:hidden">
    <p className="min-w-0 flex-1 py-1.5 text-sm text-muted max-sm:text-xs">
      {!config().ai.configured && (
        <>
          Built-in coach<span className="max-[430px]:sr-only"> · answers from your own records</span>
        </>
      )}
    </p>
    <Button variant="ghost" size="sm" className="text-muted" {...ConversationList.onIntent} onClick={onList}>
      <History aria-hidden />
      <span className="max-sm:sr-only">Conversations</span>
    </Button>
    <Button variant="ghost" size="sm" className="text-muted" onClick={onNew}>
      <SquarePen aria-hidden />
      <span className="max-sm:sr-only">New conversation</span>
    </Button>
  </div>
)

const Opening = () => (
  <div className="m-auto max-w-sm p-4 text-center">
    <p className="text-lg font-semibold tracking-tight">What are we growing today?</p>
    <p className="mt-1 text-muted">Ask about your numbers, your next channel or the decision in front of you.</p>
  </div>
)
