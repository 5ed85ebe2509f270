import { money, mood, number, some, speaksEnglish } from '../facts.ts'
import { added, amounts, doneGoals, openGoals, overdueGoals, total } from '../founders/sums.ts'
import { questions, type Asked } from './asked.ts'
import { left, texts, week } from './expected.ts'

// prettier-ignore
export const languageQuestions = ({ today, growing, trouble, inWeek, inMonth }: Asked) =>
  questions('other languages', {
    growing: [
      [['Wie viele Demos haben wir insgesamt gemacht?', '¿Cuántas demos hemos hecho en total?', 'Combien de démos avons-nous faites au total ?', 'demos gesamt?', 'Quante demo abbiamo fatto in totale?'], [number(total(growing, 'demos')), speaksEnglish]],
      [['Wie lange reicht unser Geld noch?', '¿Cuántos meses de runway nos quedan?', 'Combien de mois de trésorerie nous reste-t-il ?', 'Hoeveel maanden runway hebben we nog?', '¿Cuánto tiempo nos dura el dinero?'], [left(growing), speaksEnglish]],
      [['Wie viel Geld ist auf dem Konto?', '¿Cuánto dinero tenemos en el banco?', "Combien d'argent avons-nous en banque ?", 'Quanto dinheiro temos no banco?', 'Qual è il saldo in banca?', 'Quel est notre solde en banque ?'], [money(amounts(growing).balance), speaksEnglish]],
      [['Wie viele Ziele sind noch offen?', '¿Cuántos objetivos tengo abiertos?', "Combien d'objectifs sont encore ouverts ?", 'Wie viele Ziele sind jetzt noch offen?'], [number(openGoals(growing).length), speaksEnglish]],
      [['Wie viel ist 17 * 23?', 'Combien font 17 * 23 ?'], [number(391), speaksEnglish]],
      [['Wie viele Nachrichten haben wir verschickt?', '¿cuantos mensajes enviamos en total?', 'Combien de messages avons-nous envoyés au total ?'], [number(total(growing, 'messages')), speaksEnglish]],
      [['Wie hoch ist unser Burn pro Monat?', '¿Cuál es nuestro gasto mensual?'], [money(amounts(growing).burn), speaksEnglish]],
      ['¿Cuántos objetivos he completado?', [number(doneGoals(growing).length), speaksEnglish]],
      ['Wie war meine Stimmung letzte Woche?', [mood(week(growing, 1).mood), speaksEnglish]],
      ['Welche Ziele sind überfällig?', [some(1, texts(overdueGoals(growing, today))), speaksEnglish]],
      ['Combien de démos le mois dernier ?', [number(added(growing, 'demos', inMonth(1))), speaksEnglish]],
      ['Wie viele Nachrichten haben wir letzte Woche verschickt?', [number(added(growing, 'messages', inWeek(1))), speaksEnglish]],
      ['Wie viele Entscheidungen habe ich getroffen?', [number(growing.decisions.length), speaksEnglish]],
    ],
    trouble: [
      [['wie lang ist die Runway', 'hasta cuando nos alcanza el dinero, en meses', 'il reste combien de mois de cash', 'Wie lange reicht das Geld noch?'], [left(trouble), speaksEnglish]],
      ['¿Cuántos objetivos tengo abiertos?', [number(openGoals(trouble).length), speaksEnglish]],
      ['Wie viele Ziele habe ich erledigt?', [number(doneGoals(trouble).length), speaksEnglish]],
    ],
  })
