import { BarChartIcon } from "@sanity/icons/BarChart";
import { BellIcon } from "@sanity/icons/Bell";
import { BoltIcon } from "@sanity/icons/Bolt";
import { CalendarIcon } from "@sanity/icons/Calendar";
import { CaseIcon } from "@sanity/icons/Case";
import { CheckmarkIcon } from "@sanity/icons/Checkmark";
import { ClockIcon } from "@sanity/icons/Clock";
import { CodeIcon } from "@sanity/icons/Code";
import { CogIcon } from "@sanity/icons/Cog";
import { CommentIcon } from "@sanity/icons/Comment";
import { CreditCardIcon } from "@sanity/icons/CreditCard";
import { DiamondIcon } from "@sanity/icons/Diamond";
import { DocumentIcon } from "@sanity/icons/Document";
import { EarthGlobeIcon } from "@sanity/icons/EarthGlobe";
import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { HeartIcon } from "@sanity/icons/Heart";
import { HomeIcon } from "@sanity/icons/Home";
import { LockIcon } from "@sanity/icons/Lock";
import { MobileDeviceIcon } from "@sanity/icons/MobileDevice";
import { NumberIcon } from "@sanity/icons/Number";
import { OkHandIcon } from "@sanity/icons/OkHand";
import { PinIcon } from "@sanity/icons/Pin";
import { SearchIcon } from "@sanity/icons/Search";
import { StarIcon } from "@sanity/icons/Star";
import { TagIcon } from "@sanity/icons/Tag";
import { TerminalIcon } from "@sanity/icons/Terminal";
import { TokenIcon } from "@sanity/icons/Token";
import { TransferIcon } from "@sanity/icons/Transfer";
import { UnlockIcon } from "@sanity/icons/Unlock";
import { UsersIcon } from "@sanity/icons/Users";

/** All icons of the site. Each has a Portuguese title, and a similar Studio icon that the Studio's lists show. */
export const iconNames = [
  { value: "shield", title: "Escudo", preview: TokenIcon },
  { value: "clock", title: "Relógio", preview: ClockIcon },
  { value: "document", title: "Documento", preview: DocumentIcon },
  { value: "house", title: "Casa", preview: HomeIcon },
  { value: "key", title: "Chave", preview: UnlockIcon },
  { value: "wallet", title: "Carteira", preview: TagIcon },
  { value: "handshake", title: "Aperto de mãos", preview: OkHandIcon },
  { value: "phone", title: "Telefone", preview: MobileDeviceIcon },
  { value: "chat", title: "Conversa", preview: CommentIcon },
  { value: "mail", title: "E-mail", preview: EnvelopeIcon },
  { value: "pin", title: "Local", preview: PinIcon },
  { value: "chart", title: "Gráfico", preview: BarChartIcon },
  { value: "card", title: "Cartão", preview: CreditCardIcon },
  { value: "terminal", title: "Maquininha", preview: TerminalIcon },
  { value: "wifi", title: "Wi-Fi", preview: TransferIcon },
  { value: "pix", title: "Pix", preview: DiamondIcon },
  { value: "bolt", title: "Raio", preview: BoltIcon },
  { value: "calendar", title: "Calendário", preview: CalendarIcon },
  { value: "users", title: "Pessoas", preview: UsersIcon },
  { value: "lock", title: "Cadeado", preview: LockIcon },
  { value: "percent", title: "Porcentagem", preview: NumberIcon },
  { value: "globe", title: "Globo", preview: EarthGlobeIcon },
  { value: "star", title: "Estrela", preview: StarIcon },
  { value: "search", title: "Lupa", preview: SearchIcon },
  { value: "check", title: "Confirmação", preview: CheckmarkIcon },
  { value: "heart", title: "Coração", preview: HeartIcon },
  { value: "building", title: "Prédio", preview: CaseIcon },
  { value: "gear", title: "Engrenagem", preview: CogIcon },
  { value: "code", title: "Código", preview: CodeIcon },
  { value: "bell", title: "Sino", preview: BellIcon },
] as const;
