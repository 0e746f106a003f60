// The facts that a description of "execute code" has to tell, and by which words it is seen whether
// it does.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace conformance::modality {

// Of which modes a fact is true; zero: of a method alone.
inline constexpr std::uint8_t smart = 1, non_modal = 2, unleashed = 4, every_mode = 7;

// Groups of alternatives, "modal|dialog & second|1000 ms": a text has the fact if one of its
// passages has an alternative of each group. "!never" is a group that it may not have.
struct ContractFact {
  std::string_view name;
  std::uint8_t modes;
  std::string_view methods;  // "closeModalDialogs": those that it is about.
  std::string_view rules;
  std::string_view says;
  std::string_view told;
  std::string_view denied = {};  // By one sentence that has all of these.
};

inline constexpr std::array contract_facts{
    ContractFact{"modes", every_mode, "", "MOD-01 MOD-02",
                 "There are three modes, smart_non_modal, non_modal and unleashed; without one"
                 " the call runs as smart_non_modal.",
                 "smart_non_modal & default|without one|missing|omitted|left out"},
    ContractFact{"method_close", 0, "closeModalDialogs", "MOD-100",
                 "closeModalDialogs() closes the modal dialogs that show.", "closemodaldialogs"},
    ContractFact{"method_monitor", 0, "monitorAndCloseModalDialogs", "MOD-101",
                 "monitorAndCloseModalDialogs() has the rest of the script watched: a dialog "
                 "that is found is closed, and the call fails.",
                 "monitorandclosemodaldialogs"},
    ContractFact{"method_allow", smart, "allowModalDialog", "MOD-102",
                 "allowModalDialog() stops the watching: to be called before a script opens a "
                 "dialog on purpose.",
                 "allowmodaldialog"},
    ContractFact{"method_sync", non_modal | unleashed, "syncDocuments", "MOD-103",
                 "syncDocuments() commits, saves and refreshes documents; it fails the call if"
                 " something modal shows or its bound passes.",
                 "syncdocuments"},
    ContractFact{"method_smart", non_modal | unleashed, "waitForSmartMode", "MOD-104",
                 "waitForSmartMode() waits for the end of indexing; it fails the call if "
                 "something modal shows or its bound passes.",
                 "waitforsmartmode"},
    ContractFact{
        "start_only", non_modal, "", "MOD-02",
        "non_modal looks once, at the start: what shows later it neither closes nor fails.",
        "non_modal & start|gate|once|before & only|not watch|no monitor|nothing "
        "is|neither|without monitor|not monitored",
        "non_modal & close & during|while|mid-run & !smart & !does not & !never & !no & !not"},
    ContractFact{"closes_and_fails", smart, "monitorAndCloseModalDialogs", "MOD-60 MOD-61",
                 "A modal dialog that shows while the script runs is closed AND fails the "
                 "call; the script is cancelled.",
                 "close & fail & while|during|mid|runs|appears|pops",
                 "close & continue|goes on|carries on|keeps running & dialog|modal & !fail & "
                 "!unleashed & !allow & !not"},
    ContractFact{
        "polls", smart, "monitorAndCloseModalDialogs", "MOD-60 MOD-63",
        "Dialogs are looked for once a second: one that opens and goes between two "
        "looks is not seen.",
        "every second|once a second|each second|1 s|1s|1000 ms|per "
        "second|one-second|1-second|poll|tick",
        "modal|dialog & instantly|immediately detect|as soon as it opens|the moment it & !poll"},
    ContractFact{
        "point_in_time", smart, "waitForSmartMode", "MOD-54",
        "That indexing is over holds at that moment alone: it may begin again, and "
        "index-dependent reads still need smartReadAction.",
        "point-in-time|point in time|smartreadaction|may begin again|may restart|can restart",
        "index & guarantee|stay smart|remain smart|stays smart|remains "
        "smart|throughout & !not & !no & !never"},
    ContractFact{"before_the_script", smart, "", "MOD-20 MOD-30 MOD-42 MOD-52",
                 "What runs before the script (closing dialogs, the gate, documents, indexing)"
                 " can itself fail the call; the script has not run then.",
                 "before & fail & script|body|code"},
    ContractFact{
        "automatic_wait_only_in_default", every_mode, "waitForSmartMode", "MOD-02",
        "Indexing is waited for by itself under smart_non_modal alone; non_modal and "
        "unleashed do not.",
        "smart & skip|only|not|without|no & non_modal|unleashed",
        "waitforsmartmode & always|unconditionally|in every mode & automatically|runs & !not"},
    ContractFact{"timeout_covers_the_script", every_mode, "", "MOD-71",
                 "The timeout of a call covers the script alone, not what runs before and "
                 "after it; when it passes the script is cancelled and the call fails.",
                 "timeout|time limit & script|body & only|alone|not|does not|excluding|covers",
                 "timeout & whole call|entire call|whole tool call|including "
                 "pre-flight|including preparation & !not"},
    ContractFact{
        "artifacts", every_mode, "", "MOD-74",
        "A failed call brings its screenshot and thread dump along, listed in the "
        "result: no other call is needed to see them.",
        "screenshot|thread dump & result|response|payload|returned|attached|included|listed",
        "screenshot & take_screenshot|take a screenshot "
        "yourself|separate call & !no & !not & !without"},
    ContractFact{"trying_again", every_mode, "", "MOD-35",
                 "Trying again helps once what blocked has gone: after closeModalDialogs(), or"
                 " a syncDocuments that is forced; another mode alone does not mend it.",
                 "retry|again|rerun|re-run & modal|dialog|close"},
    ContractFact{"refresh_in_every_mode", every_mode, "", "MOD-84",
                 "The IDE's files are refreshed before and after the script in every mode; "
                 "what smart_non_modal adds is the commit and save of documents.",
                 "refresh & every mode|all modes|any mode|each mode|regardless|always"},
    ContractFact{"after_the_script", smart, "", "MOD-80",
                 "Under smart_non_modal documents that the script changed are committed and "
                 "saved again after it, unless something modal shows then; under the others "
                 "they are not.",
                 "after|post-flight & commit|save|sync|re-sync"},
    ContractFact{"not_configured", smart, "waitForSmartMode", "MOD-55",
                 "Being smart is not being configured: an import of the build may still run, "
                 "and the script waits for that itself.",
                 "configur|import|gradle|maven"},
    ContractFact{"cannot_be_caught", every_mode, "syncDocuments waitForSmartMode", "MOD-71",
                 "A context method that fails ends the run: a script cannot catch it and go on.",
                 "catch|caught|ends the run|end the run|cannot recover"}};

}  // namespace conformance::modality
