import { HeroMedia } from "../../content/images.tsx";
import { PageHead } from "../../content/head.tsx";
import type { ContactQueryResult } from "../../content/sanity.types.ts";
import { PageTrail } from "../../content/structured-data.tsx";
import { ContactForm } from "../../features/messages/visitor/contact-form.tsx";
import { formatPhone } from "#contracts/fields/phones.ts";
import { phoneHref, whatsappHref } from "../../formats/phone.ts";
import { ContactCard } from "../../ui/section/contact-card.tsx";
import { Hero, SplitSection } from "../../ui/section/sections.tsx";
import { Icon } from "../../ui/brand/icons.tsx";
import type { PageProps } from "../define-page.ts";

export function ContactPage({ content, path }: PageProps<ContactQueryResult>) {
  const { hero, cards, form, settings } = content;
  return (
    <>
      <PageHead seo={content.seo} path={path} title={hero.title} hero={hero} />
      <PageTrail name={hero.title} path={path} />
      <Hero
        {...hero}
        {...(hero.image ? { media: <HeroMedia image={hero.image} shape="leaf" /> } : {})}
      />
      <section className="page-width py-section">
        {settings && <ContactCards cards={cards} settings={settings} />}
        <div className="mt-6 flex gap-5 rounded-lg bg-sand-100 p-7">
          <span className="icon-tile bg-white">
            <Icon name="clock" />
          </span>
          <div>
            <h2 className="text-card">{content.hoursTitle}</h2>
            <p className="text-soft mt-1">{content.hoursText}</p>
          </div>
        </div>
      </section>
      <SplitSection title={form.title} intro={form.intro} tone="sand">
        <ContactForm content={content} />
      </SplitSection>
    </>
  );
}

type ContactContent = NonNullable<ContactQueryResult>;

interface ContactCardsProps {
  cards: ContactContent["cards"];
  settings: NonNullable<ContactContent["settings"]>;
}

function ContactCards({ cards, settings }: ContactCardsProps) {
  const { whatsapp, phone, email, location } = cards;
  const { address } = settings;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:gap-6 xl:grid-cols-4">
      <ContactCard
        icon="chat"
        {...whatsapp}
        value={formatPhone(settings.whatsapp)}
        link={{
          label: whatsapp.linkLabel,
          href: whatsappHref(settings.whatsapp, settings.whatsappMessage),
        }}
      />
      <ContactCard
        icon="phone"
        {...phone}
        value={formatPhone(settings.phone)}
        link={{ label: phone.linkLabel, href: phoneHref(settings.phone) }}
      />
      <ContactCard
        icon="mail"
        {...email}
        value={settings.email}
        link={{ label: email.linkLabel, href: `mailto:${settings.email}` }}
      />
      <ContactCard icon="pin" {...location} value={`${address.city}, ${address.state}`} />
    </ul>
  );
}
